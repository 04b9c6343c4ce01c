/** What a new wallet of the playground has, so that there is something to send. */
const ether = 10n ** 19n
const lamports = 10_000_000_000
const satoshi = 100_000_000n
const rococo = 10n ** 14n

/**
 * Returns a function that gives play money to the accounts of a wallet, as the body of the request
 * that stores it names them.
 *
 * @param {Awaited<ReturnType<typeof import('@portico/devnet').startDevnet>>} devnet
 */
export const playMoney = devnet => (/** @type {string} */ body) => {
  /** @type {{ accounts: readonly { namespace: string, address: string, publicKey: `0x${string}` }[] }} */
  const { accounts } = JSON.parse(body)
  for (const account of accounts)
    give(devnet, account).catch(error => {
      process.stderr.write(`A new wallet got no play money on ${account.namespace}: ${error}\n`)
    })
}

/**
 * @param {Parameters<typeof playMoney>[0]} devnet
 * @param {{ namespace: string, address: string, publicKey: `0x${string}` }} account
 */
async function give(devnet, { namespace, address, publicKey }) {
  if (namespace === 'eip155')
    for (const chain of devnet.chains)
      await chain.request('anvil_setBalance', [address, `0x${ether.toString(16)}`])
  if (namespace === 'solana')
    await fetch(devnet.ledger('solana').addresses.http ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'requestAirdrop',
        params: [address, lamports],
      }),
    })
  // Nothing can be paid to a taproot address there.
  if (namespace === 'bip122' && address.startsWith('bcrt1q')) {
    await devnet.ledger('bip122').pay({ address, satoshi })
    await devnet.ledger('bip122').mine()
  }
  if (namespace === 'polkadot') await devnet.ledger('polkadot').fund(publicKey, rococo)
}
