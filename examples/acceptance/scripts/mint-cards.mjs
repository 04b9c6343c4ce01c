import { encodeFunctionData } from 'viem'

/** A harbour of this hour, drawn: pictures that need no licence. */
const picture = (/** @type {number} */ hue) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="hsl(${hue} 70% 80%)" d="M0 0h8v8H0z"/><circle cx="5.5" cy="2.2" r="1" fill="#fff9"/><path fill="hsl(${hue} 45% 55%)" d="M0 5q2-2 4 0t4 0v3H0z"/><path fill="hsl(${hue} 45% 30%)" d="M0 6.5q2-1 4 0t4 0V8H0z"/></svg>`,
  )}`
const cards = [
  { name: 'Harbour at dawn', hue: 340 },
  { name: 'Harbour at noon', hue: 200 },
  { name: 'Harbour at dusk', hue: 30 },
]

/**
 * Gives the first test wallet of the playground NFTs, on the first chain.
 *
 * @param {import('@portico/devnet').Devnet} devnet
 */
export async function mintCards(devnet) {
  const { create2Deployer, nftContracts } = await import('@portico/devnet')
  const { address, abi, deployment } = nftContracts.cards
  const [chain] = devnet.chains
  const [payer, owner] = [devnet.accounts[9]?.address, devnet.accounts[3]?.address]
  if (!chain || !payer || !owner) return
  const send = (/** @type {`0x${string}`} */ to, /** @type {`0x${string}`} */ data) =>
    chain.request('eth_sendTransaction', [{ from: payer, to, data, gas: '0x989680' }])
  await send(create2Deployer, deployment)
  for (const [at, { name, hue }] of cards.entries()) {
    const facts = { name, description: 'Drawn for this page.', image: picture(hue) }
    const uri = `data:application/json,${encodeURIComponent(JSON.stringify(facts))}`
    await send(
      address,
      encodeFunctionData({ abi, functionName: 'mint', args: [owner, BigInt(at + 1), uri] }),
    )
  }
}
