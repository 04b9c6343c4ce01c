import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const kB = 1024
const entry = 'virtual:bridge'

/** @type {readonly { id: string, source: string, budgetBytes: number }[]} */
const bridges = [
  {
    id: 'bridge/eip1193',
    source: "export { eip1193Provider } from '@portico/bridges/eip1193'",
    budgetBytes: 3.6 * kB,
  },
  {
    id: 'bridge/wagmi',
    source: "export { porticoConnector } from '@portico/wagmi'",
    budgetBytes: 4.4 * kB,
  },
  {
    id: 'bridge/solana',
    source: "export { registerSolanaWallet } from '@portico/bridges/wallet-standard'",
    budgetBytes: 3 * kB,
  },
]

/**
 * What a bridge adds to a page that has the kernel and the plugin of its chain: all of its code, in
 * bytes of gzip -9.
 * @returns {Promise<{ id: string, gzipBytes: number, budgetBytes: number }[]>}
 */
export async function bridgeSizes() {
  const rows = []
  for (const { id, source, budgetBytes } of bridges) {
    const made = await rolldown({
      input: entry,
      platform: 'browser',
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      external: name => /^@portico\/(?:kernel|plugin-)|^@scure\//.test(name),
      plugins: [
        {
          name: 'bridge',
          resolveId: name => (name === entry ? entry : undefined),
          load: name => (name === entry ? source : undefined),
        },
      ],
    })
    const { output } = await made.generate({ format: 'esm', minify: true })
    await made.close()
    const gzipBytes = output
      .map(each => (each.type === 'chunk' ? gzipSync(each.code, { level: 9 }).length : 0))
      .reduce((sum, bytes) => sum + bytes, 0)
    rows.push({ id, gzipBytes, budgetBytes })
  }
  return rows
}
