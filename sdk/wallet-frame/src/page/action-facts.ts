/** What a request does, as a heading and facts that a person reads. */
import { fill, type Message, message, withValues } from '@portico/kernel/text'
import type { Action, Amount, Asset, Warning } from '../decoders/reading.js'
import type { FrameNetwork } from '../networks/frame-network.js'
import { type KnownToken, tokenKey } from '../networks/tokens.js'

export interface Fact {
  readonly label: Message
  readonly value: string
  /** Longer text, which keeps its lines. */
  readonly isText?: true
}
export interface ActionFacts {
  readonly title: Message
  readonly facts: readonly Fact[]
}

/** What the frame knows of the coin and the tokens that a request moves. */
export interface KnownAssets {
  readonly namespace: string
  readonly network?: FrameNetwork | undefined
  /** By `tokenKey`. */
  readonly tokens?: ReadonlyMap<string, KnownToken>
}

/** Of coins on networks that the frame does not know. */
const decimals: Readonly<Record<string, number>> = { eip155: 18, solana: 9, bip122: 8 }

const toMessage = message('frame.to', 'To')
const amountMessage = message('frame.amount', 'Amount')
const tokenMessage = message('frame.token', 'Token')
const itemMessage = message('frame.item', 'Item')
const textMessage = message('frame.text', 'Text')
const spenderMessage = message('frame.spender', 'May be spent by')
const coinMessage = message('frame.coin', '{amount} of the coin of this network')
const unitsMessage = message('frame.units', '{amount} of the smallest units of this token')
const coinUnitsMessage = message(
  'frame.coinUnits',
  '{amount} of the smallest units of the coin of this network',
)
const contractMessage = message('frame.contract', 'Says the contract of the token')
const placesMessage = message('frame.places', 'That it has {decimals} decimal places')
const nameMessage = message(
  'frame.tokenName',
  'That it is {symbol}, with {decimals} decimal places',
)
const unlimitedMessage = message('frame.unlimited', 'Unlimited')
const endMessage = message('frame.end', 'The permission ends')
const deadlineMessage = message('frame.deadline', 'The signature can be used until')
const endlessMessage = message('frame.endless', 'Never')
const typeMessage = message('frame.type', 'Type')
const madeForNetworkMessage = message('frame.madeForNetwork', 'Made for the network')
const everyNetworkMessage = message('frame.everyNetwork', 'Every network')
const claimMessage = message('frame.claim', 'Made for')

/** The exact amount, without zeros at its end. */
function formatUnits(amount: bigint, places: number): string {
  const digits = amount.toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const rest = digits.slice(digits.length - places).replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : whole
}

/** `translate` answers a message in the language of the frame. */
export function coinAmount(
  amount: bigint,
  { namespace, network }: KnownAssets,
  translate: (message: Message) => string,
): string {
  if (network) return `${formatUnits(amount, network.decimals)} ${network.symbol}`
  const known = decimals[namespace]
  return translate(
    known === undefined
      ? withValues(coinUnitsMessage, { amount: amount.toString() })
      : withValues(coinMessage, { amount: formatUnits(amount, known) }),
  )
}

/** The last second that dates reach. */
const lastSecond = 8_640_000_000_000n
const timeOf = (seconds: bigint): string =>
  new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')

/** `translate` answers a message in the language of the frame. */
export function factsOf(
  action: Action,
  known: KnownAssets,
  translate: (message: Message) => string,
): ActionFacts {
  const tokenOf = (address: string) => known.tokens?.get(tokenKey(address))
  const amount = (value: Amount, asset: Asset): string => {
    if (value === 'unlimited') return translate(unlimitedMessage)
    if (asset === 'native') return coinAmount(value, known, translate)
    const token = tokenOf(asset.token)
    return token
      ? [formatUnits(value, token.decimals), token.symbol ?? ''].join(' ').trim()
      : translate(withValues(unitsMessage, { amount: value.toString() }))
  }
  /** The address of a token, and what its contract says of itself where only that is known. */
  const tokenFacts = (address: string): readonly Fact[] => {
    const token = tokenOf(address)
    const { symbol } = token ?? {}
    return [
      { label: tokenMessage, value: address },
      ...(token?.source === 'contract'
        ? [
            {
              label: contractMessage,
              value: translate(
                symbol === undefined
                  ? withValues(placesMessage, { decimals: token.decimals })
                  : withValues(nameMessage, { symbol, decimals: token.decimals }),
              ),
            },
          ]
        : []),
    ]
  }
  switch (action.kind) {
    case 'transfer':
      return {
        title: message('frame.transfer', 'Send'),
        facts: [
          { label: amountMessage, value: amount(action.amount, action.asset) },
          ...(action.asset === 'native' ? [] : tokenFacts(action.asset.token)),
          { label: toMessage, value: action.to },
        ],
      }
    case 'approval':
      return {
        title: message('frame.approval', 'Allow an address to spend your token'),
        facts: [
          { label: amountMessage, value: amount(action.amount, action) },
          ...tokenFacts(action.token),
          { label: spenderMessage, value: action.spender },
          ...(action.until === undefined
            ? []
            : [
                {
                  label: action.isDeadline ? deadlineMessage : endMessage,
                  value:
                    action.until > lastSecond ? translate(endlessMessage) : timeOf(action.until),
                },
              ]),
        ],
      }
    case 'collection-approval':
      return {
        title: action.isAllowed
          ? message('frame.collection', 'Allow an address to take every item of a collection')
          : message('frame.collectionEnd', 'Take back the permission for a collection'),
        facts: [
          { label: tokenMessage, value: action.collection },
          { label: spenderMessage, value: action.operator },
        ],
      }
    case 'item-transfer':
      return {
        title: message('frame.itemTransfer', 'Send an item'),
        facts: [
          { label: itemMessage, value: `${action.item} × ${action.count}` },
          { label: tokenMessage, value: action.collection },
          { label: toMessage, value: action.to },
        ],
      }
    case 'create-account':
      return {
        title: message('frame.createAccount', 'Create an account for a token'),
        facts: [
          { label: tokenMessage, value: action.token },
          { label: toMessage, value: action.owner },
        ],
      }
    case 'change':
      return {
        title: message('frame.change', 'Comes back to you'),
        facts: [{ label: amountMessage, value: amount(action.amount, 'native') }],
      }
    case 'tip':
      return {
        title: message('frame.tip', 'Pay for a faster transaction'),
        facts: [{ label: amountMessage, value: amount(action.amount, 'native') }],
      }
    case 'note':
    case 'message':
      return {
        title: message('frame.message', 'Sign a message'),
        facts: [{ label: textMessage, value: action.text, isText: true }],
      }
    case 'sign-in':
      return {
        title: withValues(message('frame.signIn', 'Sign in to {domain}'), {
          domain: action.domain,
        }),
        facts: [{ label: textMessage, value: action.text, isText: true }],
      }
    case 'typed-data':
      return {
        title: message('frame.typedData', 'Sign data'),
        facts: [
          {
            label: claimMessage,
            value: [action.domain.name, action.domain.verifyingContract].filter(Boolean).join(' '),
          },
          { label: typeMessage, value: action.primaryType },
          {
            label: madeForNetworkMessage,
            value:
              action.domain.chainId === undefined
                ? translate(everyNetworkMessage)
                : String(action.domain.chainId),
          },
          ...action.fields.map(({ path, value }) => ({
            label: { id: 'frame.field', en: path },
            value,
            ...(/\s{2}|[\n\t]/.test(value) && ({ isText: true } as const)),
          })),
        ],
      }
  }
}

const warnings: Readonly<Record<Extract<Warning, string>, Message>> = {
  'hidden-characters': message(
    'frame.warning.hidden',
    'This text contains characters that you cannot see. It may mean something else than it seems.',
  ),
  unlimited: message(
    'frame.warning.unlimited',
    'This permission has no limit. Everything that you own or get of it can be taken.',
  ),
  'other-site': message(
    'frame.warning.otherSite',
    'This data names another site than the one that you are on.',
  ),
}
const itemWarning = message('frame.warning.item', 'If this is a collection, this is item {item}.')
export const warningMessage = (warning: Warning): Message =>
  typeof warning === 'string'
    ? warnings[warning]
    : withValues(itemWarning, { item: String(warning.item) })

/** Without a translation, the English text with its values. */
export const inEnglish = ({ en, values }: Message): string => fill(en, values)
