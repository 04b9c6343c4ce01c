import { textSlice } from '@portico/kernel/contracts'
import { Note, useSlice, useText } from '@portico/ui'
import type { SignInWarning } from '../siwx-state.js'
import { signWords } from '../text/sign-words.js'

/** What should be known before signing. What is for another site, account or network is bad; the rest is to be weighed. */
export function Warning({ warning, domain }: { readonly warning: SignInWarning; readonly domain: string }) {
  const t = useText(signWords)
  const language = useSlice(textSlice, state => state.language)
  switch (warning.kind) {
    case 'domain':
      return <Note kind="bad">{t('siwx.warn.domain', { said: warning.said, domain })}</Note>
    case 'address':
      return <Note kind="bad">{t('siwx.warn.address', { said: warning.said })}</Note>
    case 'network':
      return <Note kind="bad">{t('siwx.warn.network', { said: warning.said })}</Note>
    case 'unreadable':
      return <Note kind="warn">{t('siwx.warn.unreadable')}</Note>
    case 'lookalike':
      return <Note kind="warn">{t('siwx.warn.lookalike', { said: warning.said })}</Note>
    case 'clock':
      return <Note kind="warn">{t('siwx.warn.clock', { time: roundTime(warning.minutes, language) })}</Note>
  }
}

/** Minutes in the largest unit of which there is one: `3 minutes`, `5 hours`, `1 day`. */
function roundTime(minutes: number, language: string): string {
  const [unit, count] =
    minutes >= 1_440 ? (['day', minutes / 1_440] as const) : minutes >= 60 ? (['hour', minutes / 60] as const) : (['minute', minutes] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(count)
}
