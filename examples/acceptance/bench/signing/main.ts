/** The worker with the keys, as the frame has it, and the time that a signature takes there. */
import { connectKeys } from '@portico/wallet-frame/keys'

const worker = new Worker(
  new URL('../../../../sdk/wallet-frame/src/keys/key-worker.ts', import.meta.url),
  { type: 'module' },
)
const keys = connectKeys(worker)

type Request = Parameters<typeof keys.sign>[0]

/** Milliseconds of one signature of a wallet that is open. */
async function sign(namespace: string): Promise<number> {
  const accounts = await keys.accounts({
    networks: [
      { namespace: 'eip155' },
      { namespace: 'solana' },
      { namespace: 'polkadot' },
      { namespace: 'bip122', network: 'mainnet' },
    ],
  })
  const [bitcoin] = accounts.filter(account => account.namespace === 'bip122')
  const requests: Readonly<Record<string, Request>> = {
    eip155: { kind: 'eip155/message', message: '0x68656c6c6f' },
    solana: { kind: 'solana/message', message: 'aGVsbG8=' },
    polkadot: { kind: 'polkadot/bytes', data: '0x68656c6c6f' },
    bip122: {
      kind: 'bip122/message',
      network: 'mainnet',
      address: bitcoin?.address ?? '',
      message: 'hello',
    },
  }
  const request = requests[namespace]
  if (!request) throw new RangeError(namespace)
  const from = performance.now()
  await keys.sign(request)
  return performance.now() - from
}

const made = await keys.create({ person: 'bench' })
await keys.confirmShares(made.version)
Object.assign(window, { signing: { sign } })
