/** What a person downloads beside the recovery file: the parts that it asks for. */
import { type Message, message } from '@portico/kernel/text'

const aboutMessage = message(
  'frame.file.about',
  'Parts of your wallet. Two of the three parts in the recovery file give its words, also when this app is gone. Keep this text like money.',
)
const deviceMessage = message('frame.file.device', 'Part of a device:')
const codeMessage = message('frame.file.code', 'Recovery code:')
const dataMessage = message('frame.file.data', 'Data that belongs to the recovery code:')

export function fileText(
  translate: (message: Message) => string,
  {
    device,
    code,
    blobs,
  }: { readonly device?: string; readonly code?: string; readonly blobs: readonly string[] },
): string {
  const part = (label: Message, ...lines: readonly string[]) => [translate(label), ...lines, '']
  return [
    translate(aboutMessage),
    '',
    ...(device === undefined ? [] : part(deviceMessage, device)),
    ...(code === undefined ? [] : part(codeMessage, code)),
    ...(blobs.length ? part(dataMessage, ...blobs) : []),
  ].join('\n')
}
