import type { ViewRef } from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  Icon,
  Link,
  Stack,
  useKernel,
  useService,
  useSlice,
  useStyles,
  useTranslate,
  type ViewProps,
} from '@portico/ui'
import { type Ref, useId, useRef, useState } from 'react'
import {
  type acceptTermsView,
  connectGateSlice,
  consentService,
} from '../connecting/connect-gate.js'
import type { ConnectGateOptions } from '../options.js'
import styles from './terms.css?inline'

const termsFirstMessage = /* @__PURE__ */ message(
  'connection.terms.first',
  'Tick this box before you connect.',
)

const boxMessages = {
  both: message('connection.terms.both', 'I accept the terms of use and the privacy policy.'),
  terms: message('connection.terms.terms', 'I accept the terms of use.'),
  privacy: message('connection.terms.privacy', 'I accept the privacy policy.'),
  plain: message('connection.terms.plain', 'I accept the terms of this app.'),
}

interface TermsProps {
  /** The person tried to continue without ticking the box. */
  readonly isRefused: boolean
  readonly box: Ref<HTMLInputElement>
}
/** The sentence to agree to, and its box. */
export function Terms({ isRefused, box }: TermsProps) {
  useStyles(styles)
  const options = useSlice(connectGateSlice)
  const { accept } = useService(consentService)
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
      <p
        className="p-terms-first"
        id={id}
        data-refused={isOpen || undefined}
        data-done={options.isAccepted || undefined}
      >
        {t(termsFirstMessage)}
      </p>
      <LegalLinks />
      <span className="p-hidden" role="alert">
        {isOpen && t(termsFirstMessage)}
      </span>
    </div>
  )
}

/** Links to the documents of the host. */
function LegalLinks() {
  useStyles(styles)
  const { termsConditionsUrl, privacyPolicyUrl } = useSlice(connectGateSlice)
  const t = useTranslate()
  if (!termsConditionsUrl && !privacyPolicyUrl) return null
  return (
    <p className="p-legal-links">
      {termsConditionsUrl && (
        <Link href={termsConditionsUrl}>{t(message('connection.link.terms', 'Terms of use'))}</Link>
      )}
      {privacyPolicyUrl && (
        <Link href={privacyPolicyUrl}>
          {t(message('connection.link.privacy', 'Privacy policy'))}
        </Link>
      )}
    </p>
  )
}

/** Which documents the host has. */
function documentsOf({
  termsConditionsUrl,
  privacyPolicyUrl,
}: ConnectGateOptions): 'both' | 'terms' | 'privacy' | undefined {
  if (termsConditionsUrl) return privacyPolicyUrl ? 'both' : 'terms'
  return privacyPolicyUrl ? 'privacy' : undefined
}

/** The box as a view, between picking a wallet and connecting it. */
export function AcceptTermsView({
  params: { connector, from },
}: ViewProps<typeof acceptTermsView>) {
  const { views } = useKernel()
  const { connect } = useService(connectionService)
  const isAccepted = useSlice(connectGateSlice, state => state.isAccepted)
  const [isRefused, refuse] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const t = useTranslate()
  const goOn = () => {
    if (!isAccepted) {
      refuse(true)
      return box.current?.focus()
    }
    const asking: ViewRef<unknown> | undefined = from && views.entry(from.id)?.ref
    if (asking) return views.replace(asking, from?.params)
    views.back()
    // The waiting view reads the failure from the session.
    connect(connector).catch(() => undefined)
  }
  return (
    <Stack gap={16}>
      <Terms isRefused={isRefused} box={box} />
      <Button onClick={goOn}>{t(message('connection.continue', 'Continue'))}</Button>
    </Stack>
  )
}

const notices = {
  both: message(
    'connection.notice.both',
    'By connecting you accept the terms of use and the privacy policy.',
  ),
  terms: message('connection.notice.terms', 'By connecting you accept the terms of use.'),
  privacy: message('connection.notice.privacy', 'By connecting you accept the privacy policy.'),
}

/** The legal links, when no box is required. */
export function LegalNotice() {
  useStyles(styles)
  const documents = documentsOf(useSlice(connectGateSlice))
  const t = useTranslate()
  return (
    <div className="p-notice-legal">
      {documents && <Caption>{t(notices[documents])}</Caption>}
      <LegalLinks />
    </div>
  )
}
