import { decodeAbi, decodeText, encodeAddress, encodeWord } from '@portico/signatures/abi'
import type { Rpc, RpcAnswer } from '../../chains/json-rpc.js'

export interface NftKey {
  readonly token: string
  readonly standard: 'erc721' | 'erc1155'
  /** Decimal text. */
  readonly tokenId: string
}

/**
 * Selectors of `ownerOf(uint256)`, `balanceOf(address,uint256)`, `tokenURI(uint256)`,
 * `uri(uint256)`.
 */
const [askOwner, askBalance, askTokenUri, askUri] = [
  '0x6352211e',
  '0x00fdd58e',
  '0xc87b56dd',
  '0x0e89341c',
] as const
/** Bytes of an address: some contracts draw their pictures in it. */
const longestUri = 262_144

const word = (value: string) => encodeWord(BigInt(value))
const ask = (to: string, data: string, gas?: string) => ({
  method: 'eth_call',
  params: [{ to, data, ...(gas && { gas }) }, 'latest'],
})
/**
 * 1,000,000 gas: enough for every honest balance. A hostile contract can respond with at most
 * 1.4 MB for it, which stays below the limit of one response.
 */
const [gasOfAmount, amountsAtOnce] = ['0xf4240', 20] as const

/**
 * How many of each an account has now, in the order of the keys: 0 for one that it has sent on, or
 * that is no more.
 *
 * @throws BackendError NODE_UNREACHABLE, NODE_NONSENSE
 */
export async function askAmounts(
  rpc: Rpc,
  address: string,
  keys: readonly NftKey[],
): Promise<readonly bigint[]> {
  const account = encodeAddress(address)
  const calls = keys.map(({ token, standard, tokenId }) =>
    ask(
      token,
      standard === 'erc721'
        ? `${askOwner}${word(tokenId)}`
        : `${askBalance}${account}${word(tokenId)}`,
      gasOfAmount,
    ),
  )
  const answers = (
    await Promise.all(partsOf(calls, amountsAtOnce).map(part => rpc.batch(part)))
  ).flat()
  return keys.map(({ standard }, index) => {
    const [answer] = decodeAbi(['word'], hexOf(answers[index])).values ?? []
    if (standard === 'erc1155') return answer ?? 0n
    return answer === BigInt(`0x${account}`) ? 1n : 0n
  })
}

/** Where a document is; no `uri` where the contract names none. */
export interface NftDocument {
  readonly uri?: string
}
/**
 * Addresses per request. A response that is too long for the node fails only this part.
 */
const askedAtOnce = 10

/**
 * Where the documents of these are, in their order; undefined where the node did not say. Never
 * rejects.
 */
export async function askDocuments(
  rpc: Rpc,
  keys: readonly NftKey[],
): Promise<readonly (NftDocument | undefined)[]> {
  const calls = keys.map(({ token, standard, tokenId }) =>
    ask(token, `${standard === 'erc721' ? askTokenUri : askUri}${word(tokenId)}`),
  )
  const answers = await Promise.all(
    partsOf(calls, askedAtOnce).map(part => rpc.batch(part).catch(() => part.map(() => undefined))),
  )
  return answers.flat().map((answer, index) => {
    if (!answer) return undefined
    // ERC-1155: `{id}` stands for the id, as 64 hex digits in lower case.
    const uri = textIn(hexOf(answer))?.replaceAll('{id}', word(keys[index]?.tokenId ?? '0'))
    // One that consists of `{id}` grows sixteenfold, for each of a hundred items.
    return uri && uri.length <= longestUri ? { uri } : {}
  })
}

const partsOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

const hexOf = (answer: RpcAnswer | undefined): string => {
  const result = answer && 'result' in answer ? answer.result : undefined
  return typeof result === 'string' && /^0x([0-9a-f]{2})*$/i.test(result)
    ? result.slice(2, 2 + 2 * (longestUri + 96))
    : ''
}

const textIn = (hex: string): string | undefined =>
  hex.length < 128 ? undefined : decodeText(hex)?.trim() || undefined
