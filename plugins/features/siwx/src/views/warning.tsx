import { message, textSlice } from '@portico/kernel/text'
import { Note, useSlice, useTranslate } from '@portico/ui'
import type { SignInWarning } from '../siwx-state.js'

/**
 * Shows a warning before signing. Another site, account or network is shown as dangerous, the rest
 * as a note.
 */
export function Warning({
  warning,
  domain,
}: {
  readonly warning: SignInWarning
  readonly domain: string
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  switch (warning.kind) {
    case 'domain':
      return (
        <Note kind="bad">
          {t(
            message(
              'siwx.warn.domain',
              'The message is for {said}, but you are on {domain}. Signing it may give someone else access.',
            ),
            {
              said: warning.said,
              domain,
            },
          )}
        </Note>
      )
    case 'address':
      return (
        <Note kind="bad">
          {t(message('siwx.warn.address', 'The message is for another account: {said}.'), {
            said: warning.said,
          })}
        </Note>
      )
    case 'network':
      return (
        <Note kind="bad">
          {t(message('siwx.warn.network', 'The message is for another network: {said}.'), {
            said: warning.said,
          })}
        </Note>
      )
    case 'unreadable':
      return (
        <Note kind="warn">
          {t(
            message(
              'siwx.warn.unreadable',
              'This is not a sign-in message. Sign it only if you understand every word.',
            ),
          )}
        </Note>
      )
    case 'lookalike':
      return (
        <Note kind="warn">
          {t(
            message(
              'siwx.warn.lookalike',
              'This site’s name has letters that look like others. Its exact name is {said}.',
            ),
            { said: warning.said },
          )}
        </Note>
      )
    case 'clock':
      return (
        <Note kind="warn">
          {t(
            message(
              'siwx.warn.clock',
              'This device’s clock is wrong by {time}. The message has the right time.',
            ),
            {
              time: roundTime(warning.minutes, language),
            },
          )}
        </Note>
      )
  }
}

/** Formats minutes in the largest fitting unit: `3 minutes`, `5 hours`, `1 day`. */
function roundTime(minutes: number, language: string): string {
  const [unit, count] =
    minutes >= 1_440
      ? (['day', minutes / 1_440] as const)
      : minutes >= 60
        ? (['hour', minutes / 60] as const)
        : (['minute', minutes] as const)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
    numberingSystem: 'latn',
  }).format(count)
}
