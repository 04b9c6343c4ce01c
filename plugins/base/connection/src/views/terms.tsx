import { message } from '@portico/kernel/contracts'
import { Icon, Link, useService, useSlice, useStyles, useTranslate } from '@portico/ui'
import { type Ref, useId } from 'react'
import { consent, type EntranceOptions, entranceSlice } from '../entrance/refs.js'
import { termsStyles } from './terms.styles.js'

const termsFirstMessage = /* @__PURE__ */ message('connection.terms.first', 'Tick this box before you connect.')

const boxMessages = {
  both: message('connection.terms.both', 'I accept the terms of use and the privacy policy.'),
  terms: message('connection.terms.terms', 'I accept the terms of use.'),
  privacy: message('connection.terms.privacy', 'I accept the privacy policy.'),
  plain: message('connection.terms.plain', 'I accept the terms of this app.'),
}

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
  const t = useTranslate()
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
        <span>{t(boxMessages[documentsOf(options) ?? 'plain'])}</span>
      </label>
      <p className="p-terms-first" id={id} data-refused={isOpen || undefined} data-done={options.isAccepted || undefined}>
        {t(termsFirstMessage)}
      </p>
      <LegalLinks />
      <span className="p-hidden" role="alert">
        {isOpen && t(termsFirstMessage)}
      </span>
    </div>
  )
}

/** Where the words are that one agrees to. */
export function LegalLinks() {
  useStyles(termsStyles)
  const { termsConditionsUrl, privacyPolicyUrl } = useSlice(entranceSlice)
  const t = useTranslate()
  if (!termsConditionsUrl && !privacyPolicyUrl) return null
  return (
    <p className="p-legal-links">
      {termsConditionsUrl && <Link href={termsConditionsUrl}>{t(message('connection.link.terms', 'Terms of use'))}</Link>}
      {privacyPolicyUrl && <Link href={privacyPolicyUrl}>{t(message('connection.link.privacy', 'Privacy policy'))}</Link>}
    </p>
  )
}

/** Which documents there are. */
export function documentsOf({ termsConditionsUrl, privacyPolicyUrl }: EntranceOptions): 'both' | 'terms' | 'privacy' | undefined {
  if (termsConditionsUrl) return privacyPolicyUrl ? 'both' : 'terms'
  return privacyPolicyUrl ? 'privacy' : undefined
}
