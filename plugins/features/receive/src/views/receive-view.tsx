import { addressesCapability } from '@portico/kernel/capabilities'
import { connectView } from '@portico/kernel/connect-page'
import { displaySymbol, displayText, message } from '@portico/kernel/text'
import {
  Address,
  AmountInput,
  amountMessage,
  Button,
  Caption,
  CopyButton,
  connectMessage,
  copyAddressMessage,
  LabelledField,
  type LoadQr,
  Note,
  QrCode,
  Stack,
  useCapability,
  useKernel,
  useQr,
  useRead,
  useStyles,
  useTranslate,
  useTypedAmount,
  type ViewProps,
} from '@portico/ui'
import { useEffect, useState } from 'react'
import type { ReceiveParams, receiveView } from '../refs.js'
import {
  amountOf,
  digitsProblem,
  type Place,
  placeOf,
  readAmount,
  tokenOf,
  writeRequest,
} from '../request.js'
import styles from './receive.css?inline'

const plugin = 'feature/receive'

/** Shows the account's address as a code, in the format of its chain. */
export default function ReceiveView({ params }: ViewProps<typeof receiveView>) {
  const t = useTranslate()
  const place = useRead(placeOf)
  const { views } = useKernel()
  if (place)
    return (
      <Code key={`${place.network.caipNetworkId}:${place.address}`} place={place} params={params} />
    )
  return (
    <Stack gap={16} align="center">
      <Caption>{t(message('receive.nobody', 'Connect a wallet to receive.'))}</Caption>
      {views.has(connectView) && (
        <Button onClick={() => views.reset(connectView)}>{t(connectMessage)}</Button>
      )}
    </Stack>
  )
}

/** `load` loads the code that draws the QR code. */
function Code({
  place,
  params,
  load,
}: {
  readonly place: Place
  readonly params: ReceiveParams | undefined
  readonly load?: LoadQr
}) {
  useStyles(styles)
  const t = useTranslate()
  const { address, network } = place
  const name = displayText(network.name) ?? network.caipNetworkId
  const token = tokenOf(place, params)
  const [text, setText] = useState(() => amountOf(place, params))
  const typed = useTypedAmount(text, setText, token.decimals)
  const read = readAmount(text, token)
  const amount = read && 'amount' in read ? read.amount : undefined
  const problem = typed.isCut
    ? digitsProblem(token)
    : read && 'problem' in read
      ? read.problem
      : undefined
  const request = useRequest(place, token, amount)
  const qr = useQr(typeof request === 'object' ? request.text : undefined, { plugin, load })
  const isFailed = request === 'failed' || qr === 'missing'
  const hasScheme = useCapability(addressesCapability, network.caipNetworkId)?.uri !== undefined
  const shared = amount !== undefined && typeof request === 'object' ? request.text : address
  return (
    <Stack gap={12}>
      <div className="receive-code">
        <QrCode
          qr={qr === 'missing' ? undefined : qr}
          instead={isFailed ? 'failed' : 'waiting'}
          label={t(message('receive.code', 'Your address on {network} as a code to scan'), {
            network: name,
          })}
        />
      </div>
      {isFailed && (
        <Note kind="bad">
          {t(
            message(
              'receive.failed',
              'The code could not be drawn. Copy the address below instead.',
            ),
          )}
        </Note>
      )}
      <div className="receive-address">
        <Address full value={address} />
      </div>
      <Caption>
        {t(
          message(
            'receive.safe',
            'Only for {network}. Coins sent here from another network may be lost.',
          ),
          { network: name },
        )}
      </Caption>
      {hasScheme && (
        <LabelledField
          label={t(amountMessage, { symbol: displaySymbol(token.symbol) })}
          problem={problem && t(problem)}
        >
          {attributes => (
            <AmountInput
              {...attributes}
              amount={typed}
              placeholder={t(message('receive.anything', 'Any amount'))}
            />
          )}
        </LabelledField>
      )}
      <div className="receive-actions">
        <CopyButton
          look="soft"
          value={shared}
          label={
            shared === address
              ? t(copyAddressMessage)
              : t(message('receive.copyRequest', 'Copy request'))
          }
        />
        <Share text={shared} />
      </div>
    </Stack>
  )
}

/** Shown where the browser can share text with another app. */
function Share({ text }: { readonly text: string }) {
  const t = useTranslate()
  const kernel = useKernel()
  const { navigator } = globalThis
  if (!navigator?.share) return null
  const share = () =>
    navigator.share({ text }).catch((error: unknown) => {
      // The person closed the share sheet without choosing an app.
      if ((error as { readonly name?: unknown })?.name !== 'AbortError')
        kernel.report(error, plugin)
    })
  return (
    <Button variant="soft" icon="up" onClick={() => void share()}>
      {t(message('receive.share', 'Share'))}
    </Button>
  )
}

/** Returns the text of the code once the chain has written it. Only the newest request counts. */
function useRequest(
  { address, network }: Place,
  { asset, decimals }: ReturnType<typeof tokenOf>,
  amount: bigint | undefined,
): { readonly text: string } | 'failed' | undefined {
  const kernel = useKernel()
  const [made, setMade] = useState<{ readonly text: string } | 'failed'>()
  const id = network.caipNetworkId
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const isRequest = amount !== undefined || asset !== 'native'
    writeRequest(
      kernel,
      {
        address,
        network: id,
        ...(isRequest && { token: { asset, decimals } }),
        ...(amount !== undefined && { amount }),
      },
      signal,
    ).then(
      text => signal.aborted || setMade({ text }),
      error => {
        if (signal.aborted) return
        kernel.report(error, plugin)
        setMade('failed')
      },
    )
    return () => controller.abort()
  }, [kernel, address, id, asset, decimals, amount])
  return made
}
