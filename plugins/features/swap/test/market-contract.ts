import { type Devnet, swapTokens } from '@portico/devnet'
import type { Hex } from '@portico/kernel/chain'
import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { type Asset, addressOf } from './desk.js'

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const address = (text: Hex) => text.slice(2).toLowerCase()

export interface Deal {
  readonly from: Asset
  readonly to: Asset
  readonly amount: bigint
  readonly gives: bigint
  readonly recipient: Hex
  /** What it takes, where that is not what it was given. */
  readonly takes?: bigint
}
/**
 * A contract that makes this one exchange, with any calldata, and returns its output: an
 * aggregator's router as far as a ledger shows it.
 */
function marketCode({ from, to, amount, gives, recipient, takes = amount }: Deal): Hex {
  // transferFrom(caller, this, takes)
  const take = `6323b872dd60e01b5f5233600452306024527f${word(takes)}6044525f5f60645f5f73${address(addressOf(from))}5af1`
  const give =
    to === 'native'
      ? `5f5f5f5f7f${word(gives)}73${address(recipient)}5af1`
      : `63a9059cbb60e01b5f5273${address(recipient)}6004527f${word(gives)}6024525f5f60445f5f73${address(addressOf(to))}5af1`
  const calls = from === 'native' ? [give] : [take, give]
  const answer = `7f${word(gives)}5f5260205ff3`
  const end = calls.reduce((sum, call) => sum + call.length / 2 + 5, answer.length / 2)
  const checked = calls.map(call => `${call}1561${end.toString(16).padStart(4, '0')}57`)
  return `0x${checked.join('')}${answer}5b5f5ffd`
}

/** Puts it where a router is, with what it has to give. */
export async function placeMarket(devnet: Devnet, router: Hex, deal: Deal): Promise<void> {
  const chain = devnet.chain(31337)
  await chain.request('anvil_setCode', [router, marketCode(deal)])
  if (deal.to === 'native') {
    await chain.request('anvil_setBalance', [router, `0x${parseEther('10000').toString(16)}`])
    return
  }
  const data = encodeFunctionData({
    abi: parseAbi(['function mint(address, uint256)']),
    functionName: 'mint',
    args: [router, deal.gives * 10n],
  })
  await chain.request('eth_sendTransaction', [
    { from: devnet.accounts[9]?.address, to: swapTokens[deal.to].address, data },
  ])
  await chain.request('evm_mine', [])
}
