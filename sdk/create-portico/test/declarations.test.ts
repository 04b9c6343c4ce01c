// A plugin is published with declarations, which say more than its types do: tsc has to name them.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { pluginFiles, pluginKinds } from '../src/plugin/plugin-files.js'

const here = dirname(fileURLToPath(import.meta.url))
const folders = [
  ...[...pluginKinds.map(({ id }) => id), 'chain-standard'].map(template =>
    join(here, '../templates', template, 'src'),
  ),
  join(here, '../../../examples/third-party-chain/src'),
]
const name = {
  kebab: 'my-chain',
  snake: 'my_chain',
  constant: 'MY_CHAIN',
  camel: 'myChain',
  pascal: 'MyChain',
  title: 'My Chain',
}

it('`npm run build` writes declarations of each plugin that create-portico writes, and of the example', {
  tags: ['thorough'],
}, () => {
  const { 'tsconfig.json': config = '{}' } = pluginFiles('my-chain', 'chain', name, '0.1.0')
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    {
      ...JSON.parse(config).compilerOptions,
      ...{ noEmit: false, declaration: true, customConditions: ['@portico/source'] },
      outDir: join(here, 'dist'), // nothing is written
    },
    here,
  )
  expect(errors).toEqual([])
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .map(file => join(folder, file)),
  )
  const program = ts.createProgram(files, options)
  const found = files.flatMap(file =>
    program
      .getDeclarationDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(found).toEqual([])
})
