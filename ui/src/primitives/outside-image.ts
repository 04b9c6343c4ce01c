export { parseImage } from '@portico/kernel/contracts'

/** So many images of other hosts are on their way at the same time (R32). */
const most = 6
interface Line {
  running: number
  readonly waiting: (() => void)[]
}
const lines = /* @__PURE__ */ new WeakMap<Document, Line>()

/** Runs it when it is its turn: in the order of the calls, at most 6 at once in a page. */
export async function inTurn<Answer>(document: Document, run: () => Promise<Answer>): Promise<Answer> {
  const line = lines.get(document) ?? { running: 0, waiting: [] }
  lines.set(document, line)
  if (line.running < most) line.running++
  else await new Promise<void>(go => line.waiting.push(go))
  try {
    return await run()
  } finally {
    const next = line.waiting.shift()
    if (next) next()
    else line.running--
  }
}
