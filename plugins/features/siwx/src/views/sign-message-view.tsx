import { toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  ClickGuard,
  cancelMessage,
  FramingWarning,
  Note,
  Skeleton,
  Stack,
  Title,
  useService,
  useSlice,
  useStyles,
  useTranslate,
  ViewFooter,
  WalletIcon,
} from '@portico/ui'
import { useEffect } from 'react'
import { siwxService, siwxSlice } from '../refs.js'
import styles from './sign-in.css?inline'
import { useSignIn } from './use-sign-in.js'
import { Warning } from './warning.js'

/** Shows the requesting site, its request, and the message exactly as it will be signed. */
export default function SignMessageView() {
  useStyles(styles)
  const t = useTranslate()
  const { begin, sign, cancel } = useService(siwxService)
  const { fail } = useService(toastsService)
  const { phase, request, wallet } = useSignIn()
  const isHeld = useSlice(siwxSlice, state => state.held)
  const isIdle = phase.name === 'idle'
  useEffect(() => {
    if (isIdle) begin().catch(fail)
  }, [isIdle, begin, fail])

  const domain = request?.domain ?? globalThis.location.host
  // A text that grants something, or that has a warning, is not called harmless.
  const isHarmless = request !== undefined && request.allows.length + request.warnings.length === 0
  return (
    <Stack gap={16}>
      <Stack gap={12} align="center">
        <div className="p-sign-join" aria-hidden="true">
          <WalletIcon name={domain} size={64} />
          <WalletIcon name={wallet.name} image={wallet} size={64} />
        </div>
        <Title>
          <Asks domain={domain} />
        </Title>
        {(isHarmless || !request) && (
          <Caption>
            {request ? t(message('siwx.free', 'Signing is free and moves nothing.')) : '\u00a0'}
          </Caption>
        )}
      </Stack>
      {request?.warnings.map(warning => (
        <Warning key={warning.kind} warning={warning} domain={domain} />
      ))}
      {request && request.allows.length > 0 && (
        <Note kind="warn">
          <Things
            title={t(message('siwx.allows', 'It also allows this site:'))}
            things={request.allows}
          />
        </Note>
      )}
      {request && request.resources.length > 0 && (
        <Note>
          <Things title={t(message('siwx.names', 'It also names:'))} things={request.resources} />
        </Note>
      )}
      {request ? (
        <section
          className="p-sign-message"
          dir="ltr"
          aria-label={t(message('siwx.message', 'The message, as it will be signed'))}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
          tabIndex={0}
        >
          {request.text}
        </section>
      ) : (
        <div role="status">
          <Skeleton height={176} />
          <span className="p-hidden">{t(message('siwx.preparing', 'Preparing the message'))}</span>
        </div>
      )}
      <ViewFooter>
        <FramingWarning />
        <ClickGuard figures={request?.text}>
          {isReady => (
            <Button
              disabled={phase.name !== 'reading'}
              aria-disabled={!isReady}
              onClick={() => void sign()}
            >
              {t(message('siwx.sign', 'Sign'))}
            </Button>
          )}
        </ClickGuard>
        <Button variant="plain" onClick={() => void cancel()}>
          {t(isHeld ? message('siwx.cancelRequired', 'Cancel and disconnect') : cancelMessage)}
        </Button>
      </ViewFooter>
    </Stack>
  )
}

function Things({ title, things }: { readonly title: string; readonly things: readonly string[] }) {
  return (
    <>
      {title}
      <ul className="p-sign-things">
        {things.map(one => (
          <li key={one}>
            <bdi>{one}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Shows the sentence with the site's name emphasised. */
function Asks({ domain }: { readonly domain: string }) {
  const t = useTranslate()
  const [before = '', after = ''] = t(
    message('siwx.asks', '{domain} asks you to confirm that this wallet is yours'),
    { domain: '\n' },
  ).split('\n')
  return (
    <>
      {before}
      <bdi className="p-sign-domain" dir="ltr">
        {domain}
      </bdi>
      {after}
    </>
  )
}
