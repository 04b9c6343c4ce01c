// From a keystroke to the question to a route: after the half second of rest that it waits for,
// nothing may take longer than 5 ms. Says, as JSON, the milliseconds beyond that half second of the
// middle and of the worst but two of forty keystrokes.
import { definePlugin } from '@portico/kernel'
import { swapQuotesCapability } from '@portico/kernel/capabilities'
import { createTestKernel, tally, tallyTransfer, tallyWallet } from '@portico/kernel/testing'
import { swap, swapService } from '@portico/plugin-swap'
import { transactions } from '@portico/plugin-transactions'

const network = 'tally:main'
const [keys, restMs] = [40, 500]
const dialect = tallyTransfer()
/** @type {import('@portico/kernel/chain').Token} */
const gold = { asset: `${network}/coin:gold`, network, name: 'Gold', symbol: 'GLD', decimals: 2 }

/** @type {(at: number) => void} */
let resolveAsk = () => undefined
const route = definePlugin({
  id: 'bench/route',
  setup(context) {
    context.offer(
      swapQuotesCapability,
      network,
      {
        name: 'Bench',
        dialect: dialect.id,
        quote: async ask => {
          resolveAsk(performance.now())
          return {
            toAmount: ask.amount,
            minimumReceived: ask.amount,
            steps: [{ kind: 'swap', draft: dialect.draft(network, { to: 't_market', marks: 1n }) }],
            impact: 0n,
            simulated: true,
            expiresAt: Date.now() + 30_000,
          }
        },
      },
      { id: 'bench' },
    )
  },
})
const kernel = await createTestKernel({
  plugins: [tally({ wallets: [tallyWallet()] }), route, transactions(), swap()],
  connected: network,
})
const form = kernel.use(swapService)
await form.initialize()
await form.selectTarget(gold)

/** @type {number[]} */
const beyond = []
for (let key = 2; key < keys + 2; key++) {
  /** @type {Promise<number>} */
  const question = new Promise(resolve => {
    resolveAsk = resolve
  })
  const typed = performance.now()
  void form.setAmount(String(key))
  beyond.push((await question) - typed - restMs)
}
kernel.dispose()
beyond.sort((one, other) => one - other)
process.stdout.write(`${JSON.stringify({ median: beyond[keys / 2], p95: beyond[keys - 3] })}\n`)
