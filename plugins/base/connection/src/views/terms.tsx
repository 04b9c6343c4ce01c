import { Icon, Link, useService, useSlice, useStyles, useText } from '@portico/ui'
import { type Ref, useId } from 'react'
import { consent, type EntranceOptions, entranceSlice } from '../entrance/refs.js'
import { legalWords } from '../text/legal-words.js'
import { termsStyles } from './terms.styles.js'

export interface TermsProps {
  /** Somebody went on without it. */
  readonly isRefused: boolean
  /** The box. */
  readonly box: Ref<HTMLInputElement>
}
/** What is to be agreed to, and the box for it. */
export function Terms({ isRefused, box }: TermsProps) {
  useStyles(termsStyles)
  const options = useSlice(entranceSlice)
  const { accept } = useService(consent)
  const t = useText(legalWords)
  const id = useId()
  const isOpen = isRefused && !options.isAccepted
  return (
    <div className="p-terms">
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={options.isAccepted}
          onChange={event => accept(event.currentTarget.checked)}
          aria-invalid={isOpen || undefined}
          aria-describedby={id}
        />
        <span className="p-terms-box">
          <Icon name="check" size={16} />
        </span>
        <span>{t(`connection.terms.${documentsOf(options) ?? 'plain'}`)}</span>
      </label>
      <p className="p-terms-first" id={id} data-refused={isOpen || undefined} data-done={options.isAccepted || undefined}>
        {t('connection.terms.first')}
      </p>
      <LegalLinks />
      <span className="p-hidden" role="alert">
        {isOpen && t('connection.terms.first')}
      </span>
    </div>
  )
}

/** Where the words are that one agrees to. */
export function LegalLinks() {
  useStyles(termsStyles)
  const { termsConditionsUrl, privacyPolicyUrl } = useSlice(entranceSlice)
  const t = useText(legalWords)
  if (!termsConditionsUrl && !privacyPolicyUrl) return null
  return (
    <p className="p-legal-links">
      {termsConditionsUrl && <Link href={termsConditionsUrl}>{t('connection.link.terms')}</Link>}
      {privacyPolicyUrl && <Link href={privacyPolicyUrl}>{t('connection.link.privacy')}</Link>}
    </p>
  )
}

/** Which documents there are. */
export function documentsOf({ termsConditionsUrl, privacyPolicyUrl }: EntranceOptions): 'both' | 'terms' | 'privacy' | undefined {
  if (termsConditionsUrl) return privacyPolicyUrl ? 'both' : 'terms'
  return privacyPolicyUrl ? 'privacy' : undefined
}
