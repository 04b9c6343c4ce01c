/** Taking back what storage says was allowed, on a local chain: storage may name anything. */
import { create2Deployer, nftContracts, swapTokens, uniswap } from '@portico/devnet'
import type { SwapQuotes } from '@portico/kernel/capabilities'
import type { AssetId, Hex } from '@portico/kernel/chain'
import { api } from '@portico/plugin-api'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { createWalletClient, encodeFunctionData, erc20Abi, http, parseEther } from 'viem'
import { anvil } from 'viem/chains'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiQuotes } from '../src/routes/api/api-quotes.js'
import { kyberPlaces, kyberQuotes } from '../src/routes/kyber/kyber-quotes.js'
import { evmQuotes } from '../src/routes/uniswap/evm-quotes.js'
import { chainForAll, deployment, network, never, personAt } from './desk.js'

const { devnet, routeBy } = chainForAll(url => [
  api(),
  eip155({ networks: [defineEvmNetwork({ chainId: 31337, name: 'Local', rpcUrls: [url] })] }),
])
const { signer, send } = personAt(devnet, 5)
const thief: Hex = `0x${'e'.repeat(40)}`
const assetOf = (address: string): AssetId => `${network}/erc20:${address}`
const kyberPlace = { chain: 'local', router: kyberPlaces['eip155:1']?.router as Hex }

const routes: readonly (readonly [string, () => SwapQuotes])[] = [
  ['Uniswap', () => routeBy(evmQuotes({ deployments: { [network]: deployment } }), 'uniswap')],
  ['KyberSwap', () => routeBy(kyberQuotes({ places: { [network]: kyberPlace } }), 'kyber')],
  [
    'a backend',
    () =>
      routeBy(
        apiQuotes({ url: 'http://127.0.0.1:9', routers: { [network]: { uniswap: deployment } } }),
        'api',
      ),
  ],
]

describe.each(routes)('an approval for %s', (_, start) => {
  beforeAll(async () => {
    const wallet = createWalletClient({
      account: signer,
      chain: anvil,
      transport: http(devnet().chain(31337).url),
    })
    for (const { address, deployment: data } of Object.values(nftContracts)) {
      if ((await devnet().chain(31337).request('eth_getCode', [address, 'latest'])) === '0x')
        await wallet.sendTransaction({ to: create2Deployer, data })
    }
  })

  it.each([
    ['a collection of ERC-721 items', nftContracts.cards.address],
    ['an enumerable collection of ERC-721 items', nftContracts.listedCards.address],
    ['the positions of Uniswap, which are ERC-721 items', uniswap.positionManager],
    ['a collection of ERC-1155 items', nftContracts.editions.address],
    ['a contract that is no token', uniswap.quoter],
    ['an account', thief],
  ])(
    '[S13] [S20] an approval is not revoked when storage names %s, because that could give item 0 away',
    async (_what, address) => {
      const revocation = start().revoke?.(
        network,
        { token: assetOf(address), spender: thief },
        never(),
      )
      await expect(revocation).rejects.toMatchObject({
        code: 'SWAP_NO_TOKEN',
        userMessage: { id: 'swap.error.noToken' },
      })
    },
  )

  it('[S13] [S20] an approval of a collection that reports decimals is not revoked, because that could give item 0 away', async () => {
    const collection = `0x${'c0'.repeat(20)}`
    // Answers 1 to every call: 1 decimal, and true for ERC-721.
    await devnet().chain(31337).request('anvil_setCode', [collection, '0x600160005260206000f3'])
    const revocation = start().revoke?.(
      network,
      { token: assetOf(collection), spender: thief },
      never(),
    )
    await expect(revocation).rejects.toMatchObject({ code: 'SWAP_NO_TOKEN' })
  })

  it.each([
    ['a token of another network', `eip155:1/erc20:${swapTokens.dai.address}`, thief],
    ['no address', assetOf('dai'), thief],
    ['a spender that is no address', assetOf(swapTokens.dai.address), 'thief'],
  ])('[S13] an approval is not revoked when storage names %s', async (_what, token, spender) => {
    await expect(
      start().revoke?.(network, { token: token as AssetId, spender }, never()),
    ).rejects.toMatchObject({ code: 'SWAP_APPROVAL' })
  })

  it('an approval is revoked when the contract is an ERC-20 token', async () => {
    const { address } = swapTokens.dai
    const allow = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [uniswap.router, parseEther('5')],
    })
    const wallet = createWalletClient({
      account: signer,
      chain: anvil,
      transport: http(devnet().chain(31337).url),
    })
    await wallet.sendTransaction({ to: address, data: allow })
    const draft = await start().revoke?.(
      network,
      { token: assetOf(address), spender: uniswap.router },
      never(),
    )
    if (!draft) expect.unreachable('no transaction')
    expect((await send({ kind: 'swap', draft })).status).toBe('success')
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [signer.address, uniswap.router],
    })
    const allowed = await devnet()
      .chain(31337)
      .request('eth_call', [{ to: address, data }, 'latest'])
    expect(BigInt(String(allowed))).toBe(0n)
  })
})
