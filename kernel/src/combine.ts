/**
 * How the items of a slot answer one question together (`defineSlot({ combine })`). An item that
 * throws is reported and has no say.
 */
import type { Combine } from './refs.js'

/** The first answer that is not undefined; later items are not called. */
export function firstAnswer<Item, Ask extends readonly unknown[], Answer>(
  ask: (item: Item, ...ask: Ask) => Answer | undefined,
): Combine<Item, Ask, Answer | undefined> {
  return (items, report, ...question) => {
    for (const item of items)
      try {
        const answer = ask(item, ...question)
        if (answer !== undefined) return answer
      } catch (error) {
        report(error)
      }
    return undefined
  }
}
/** Like `firstAnswer`, for items that may answer later. The items run one after the other. */
export function firstAnswerLater<Item, Ask extends readonly unknown[], Answer>(
  ask: (item: Item, ...ask: Ask) => Promise<Answer | undefined> | Answer | undefined,
): Combine<Item, Ask, Promise<Answer | undefined>> {
  return async (items, report, ...question) => {
    for (const item of items)
      try {
        const answer = await ask(item, ...question)
        if (answer !== undefined) return answer
      } catch (error) {
        report(error)
      }
    return undefined
  }
}
