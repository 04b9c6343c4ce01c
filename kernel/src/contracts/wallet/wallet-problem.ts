/** What wallets mean by their errors. */
import { displayText } from '../text/display-text.js'
import { read } from '../text/schema.js'

/** What went wrong with a wallet, as far as its error tells. */
export interface WalletProblem {
  readonly kind: WalletProblemKind
  /** The numeric code of the error. */
  readonly code?: number
  /** What the wallet said, fit to be shown. */
  readonly message?: string
}
export type WalletProblemKind =
  /** The person said no. Not an error: back to where they were. */
  | 'declined'
  /** The wallet has an open request already. */
  | 'pending'
  | 'disconnected'
  /** Connected, but not to this chain. */
  | 'chain-disconnected'
  /** The wallet does not know the chain: add it. */
  | 'unknown-chain'
  | 'unauthorized'
  | 'unsupported'
  /** The chain or the wallet refused the transaction. */
  | 'rejected'
  /** Too many requests: back off. */
  | 'limit'
  /** The wallet or the network was not reached, or did not answer. */
  | 'transport'
  /** No problem of a wallet: a file of this page's code did not arrive. No request was sent. */
  | 'unloaded'
  | 'unknown'

/**
 * Names the problem behind an error of a wallet: EIP-1193, EIP-1474, EIP-3085, EIP-5792 and
 * WalletConnect codes, names of ethers and viem, or the text alone. Looks into causes and
 * `data.originalError`. Never throws.
 */
export function walletProblem(error: unknown): WalletProblem {
  const layers = layersOf(error)
  const codes = codesOf(layers)
  // A generic code (-32603, -32000) only wraps what happened, so an inner code that says more wins
  // over it; words count where no code does.
  const telling = codes.find(kindOfCode)
  const number = Number(telling ?? codes.find(code => Number.isInteger(Number(code))))
  const message = shortMessageOf(error)
  return {
    kind:
      (telling !== undefined && kindOfCode(telling)) ||
      layers.map(wordsOf).map(kindOfWords).find(Boolean) ||
      'unknown',
    ...(Number.isInteger(number) && { code: number }),
    ...(message && { message }),
  }
}

/**
 * True where an error proves that the person declined: by a code in any layer, else by its first
 * words, which must name the user. "Cancelled" and "closed the window" are no proof: after a
 * payment request they may come from a timeout inside the wallet.
 */
export function provesDecline(error: unknown): boolean {
  const layers = layersOf(error)
  const kind = codesOf(layers).map(kindOfCode).find(Boolean)
  if (kind) return kind === 'declined'
  return personDeclined.test(layers.map(wordsOf).find(Boolean) ?? '')
}

/** One short line of what an error says, fit to be shown; undefined when it says nothing. */
export function shortMessageOf(error: unknown): string | undefined {
  return displayText(layersOf(error).map(wordsOf).find(Boolean), 160)
}

function kindOfCode(code: string | number): WalletProblemKind | undefined {
  switch (String(code)) {
    case '4001':
    case '5000':
    case '5001':
    case '5002':
    case '5750':
    case 'ACTION_REJECTED':
    case 'UserRejectedRequestError':
      return 'declined'
    case '-32002':
    case '5720':
      return 'pending'
    case '4900':
    case '6000':
      return 'disconnected'
    case '4901':
      return 'chain-disconnected'
    case '4902':
      return 'unknown-chain'
    case '4100':
      return 'unauthorized'
    case '4200':
    case '5100':
    case '5101':
    case '-32601':
    case '-32004':
      return 'unsupported'
    case '-32003':
      return 'rejected'
    case '-32005':
      return 'limit'
    case 'NETWORK_ERROR':
    case 'NetworkError':
    case 'TIMEOUT':
    case 'TimeoutError':
    case 'HttpRequestError':
    case 'WebSocketRequestError':
    // axios: a request that was cancelled, by a timeout for example. Its words alone read like a
    // person who declined.
    case 'ERR_CANCELED':
    case 'CanceledError':
      return 'transport'
    default:
      return undefined
  }
}

/** Words in which the user says no: proof that nothing was sent. */
const personDeclined =
  /\buser (?:has )?(?:reject|den[iy]|declin|refus|cancel|disapprov)|(?:reject|deni|declin|refus|cancel)\w* by (?:the )?user/i
/** Words that also a timeout produces: enough to end a request that moves no money. */
const personLeft =
  /\buser (?:has )?(?:clos|dismiss|abort(?!ed a request))|^(?:request )?cancell?ed\b/i

function kindOfWords(words: string): WalletProblemKind | undefined {
  if (saysUnloaded(words)) return 'unloaded'
  if (personDeclined.test(words) || personLeft.test(words)) return 'declined'
  if (/already (?:pending|processing)/i.test(words)) return 'pending'
  if (/unrecognized chain/i.test(words)) return 'unknown-chain'
  if (
    // "The user aborted a request": what Chrome says of any fetch that was aborted, also by a
    // timeout.
    /aborted a request|failed to fetch|load failed|network ?error|network request failed|timed? ?out|receiving end does not exist|context invalidated|disconnected from \w+ background/i.test(
      words,
    )
  )
    return 'transport'
  return undefined
}

/** Codes and names of all layers, from the outside in. */
const codesOf = (layers: readonly unknown[]): readonly (string | number)[] =>
  layers
    .flatMap(layer => [read(layer, 'code'), read(layer, 'name')])
    .filter(code => typeof code === 'number' || typeof code === 'string')

/** What an error says itself; viem's own short form first. */
function wordsOf(layer: unknown): string {
  const words = [layer, read(layer, 'shortMessage'), read(layer, 'message')].find(
    text => typeof text === 'string' && text,
  )
  return typeof words === 'string' ? words.slice(0, 4096) : ''
}

/**
 * The error and what it wraps, from the outside in. Counted, because untrusted getters can go on
 * for ever.
 */
function layersOf(error: unknown): unknown[] {
  const layers = [error]
  for (const layer of layers) {
    for (const key of ['cause', 'data', 'error', 'originalError', 'info']) {
      const inner = read(layer, key)
      if (inner && layers.length < 16 && !layers.includes(inner)) layers.push(inner)
    }
  }
  return layers
}

/**
 * True for the message of a failed `import()` in Chromium, Firefox, Safari, webpack or Turbopack.
 */
const saysUnloaded = (words: string): boolean =>
  /dynamically imported module|importing a module script failed|loading (?:css )?chunk [^ ]+ failed|failed to load chunk/i.test(
    words,
  )
