/** Chains with one fault in how they list, connect and leave a wallet. */
import { connectorsSlot, type WalletReport } from '../src/contracts/connector-kit/index.js'
import type { Dispose } from '../src/refs.js'
import type { Tamper } from './tally-rig.js'
import { changeSession, connector, tallyAccounts } from './tampers.js'

let drawn = 0
const pictured = (imageUrl: string): Tamper => ({ contribute: connector(() => ({ imageUrl })) })
const reporting = (change: (report: WalletReport) => Partial<WalletReport>): Tamper => ({
  contribute: changeSession(({ report }) => ({ report: { ...report, ...change(report) } })),
})
const never = new AbortController().signal

export const brokenWallets: readonly (readonly [fault: string, check: string, tamper: Tamper])[] = [
  [
    'a connector whose id differs each time',
    'stable id',
    { contribute: connector(one => ({ id: `${one.id}-${++drawn}` })) },
  ],
  ['a connector without a name', 'discover', { contribute: connector(() => ({ name: ' ' })) }],
  ['a picture of a wallet at http', 'wallet picture', pictured('http://wallet.example/icon.png')],
  ['a picture of a wallet as SVG text', 'wallet picture', pictured('<svg></svg>')],
  [
    'a wallet that is listed again each time it announces itself',
    'announced twice',
    {
      announced: (context, one) =>
        void context.contribute(connectorsSlot, { ...one, id: `${one.id}#2` }),
    },
  ],
  [
    'a wallet that has left and keeps its row',
    'withdrawn',
    { withdrawn: (_row, endSessions) => endSessions() },
  ],
  ['a session that outlives its wallet', 'withdrawn', { withdrawn: row => row() }],
  [
    'a connect that prompts twice',
    'one prompt',
    {
      contribute: connector(one => ({
        connect: async (request, signal) => {
          await one.connect(request, signal)
          return one.connect(request, signal)
        },
      })),
    },
  ],
  [
    'a connector that works once',
    'connect again',
    {
      contribute: connector(one => {
        let isUsed = false
        return {
          async connect(request, signal) {
            if (isUsed) throw new TypeError('already connected')
            isUsed = true
            return one.connect(request, signal)
          },
        }
      }),
    },
  ],
  [
    'a connect that asks the wallet after its signal has aborted',
    'aborted connect',
    { contribute: connector(one => ({ connect: request => one.connect(request, never) })) },
  ],
  [
    'a disconnect that does not tell the wallet',
    'tell the wallet',
    {
      contribute: changeSession(made => {
        const stops = new Set<Dispose>()
        return {
          watch(listener) {
            const stop = made.watch(listener)
            stops.add(stop)
            return stop
          },
          async disconnect() {
            for (const stop of stops) stop()
          },
        }
      }),
    },
  ],
  [
    'a session that keeps the account of before the wallet answered',
    'change while connecting',
    {
      contribute: changeSession(({ report }) => ({
        report: { ...report, accounts: tallyAccounts('t_ada', 't_grace') },
        watch: () => () => undefined,
      })),
    },
  ],
  [
    'a listener that is called after it was removed',
    'stopped listener',
    {
      contribute: changeSession(made => ({
        watch(listener) {
          made.watch(listener)
          return () => undefined
        },
      })),
    },
  ],
  [
    'accounts in another spelling than the chain writes',
    'canonical accounts',
    reporting(() => ({ accounts: tallyAccounts('T_ADA', 't_grace') })),
  ],
  [
    'an account that is reported twice',
    'canonical accounts',
    reporting(({ accounts }) => ({ accounts: [...accounts, ...accounts] })),
  ],
  [
    'a session that ignores the network which the person chooses in the wallet',
    'moved',
    {
      contribute: changeSession(made => ({
        watch: listener =>
          made.watch(report => listener(report && { ...report, network: 'tally:main' })),
      })),
    },
  ],
  ['a verifier that accepts every signature', 'verifier', { verifier: { verify: () => true } }],
  ['a verifier that accepts none', 'verifier', { verifier: { verify: () => false } }],
  [
    'a verifier that ignores the text',
    'verifier',
    { verifier: { verify: (address, _, signature) => signature.startsWith(`${address} wrote`) } },
  ],
  ['a verifier with another name than the chain', 'verifier', { verifier: { name: 'Tale' } }],
  [
    'a verifier that takes any text as an address',
    'verifier',
    { verifier: { canonicalAddress: text => text } },
  ],
]
