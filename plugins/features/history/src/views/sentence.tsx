import type { ActivityEntry } from '@portico/kernel/capabilities'
import { addressesCapability } from '@portico/kernel/capabilities'
import { textSlice } from '@portico/kernel/text'
import { hiddenAmount, useCapability, useHidesAmounts, useSlice, useTranslate } from '@portico/ui'
import { marks, sentenceOf } from './sentences.js'

/**
 * Describes a transaction. Amounts and addresses are separate elements, so that a symbol in another
 * script does not reorder the sentence.
 */
export function Sentence({ entry }: { readonly entry: ActivityEntry }) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const { chain } = entry.metadata
  const shorten = useCapability(addressesCapability, chain ?? undefined)?.shorten
  const hidden = useHidesAmounts() ? hiddenAmount : undefined
  const parts = sentenceOf(entry, { t, language, shorten, hidden }).split(marks)
  return (
    <>
      {parts.map((part, at) =>
        at % 2 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <bdi key={at} className={isAddress(part) ? 'p-unbroken' : undefined}>
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </>
  )
}
/** Shortened: one word, which may not break after its ellipsis. */
const isAddress = (part: string) => /^\S{1,9}…\S{1,9}$/.test(part)
