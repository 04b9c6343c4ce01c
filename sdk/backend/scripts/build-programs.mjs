import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * Builds programs of this package from its sources, for processes of their own.
 *
 * @param {string} folder where they are written; inside the package, where dependencies are found
 * @param {Record<string, string>} programs their names, without `.js`, and files from the package on
 */
export async function buildPrograms(folder, programs) {
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, file]) => [
      name,
      fileURLToPath(new URL(`../${file}`, import.meta.url)),
    ]),
  )
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: {
      external: ['@portico/plugin-directory'],
      resolve: { conditions: ['@portico/source', 'node', 'module', 'import'] },
    },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  })
}
