// Each plugin that this package writes keeps the contract of its kind as it stands.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { weigh } from '../../../kernel/bin/weigh.mjs'
import '../templates/chain/test/my-chain.test.js'
import '../templates/chain-standard/test/my-chain.test.js'
import '../templates/connector/test/my-wallet.test.js'
import '../templates/feature/test/my-feature.test.js'

const templates = join(dirname(fileURLToPath(import.meta.url)), '../templates')

it.each(['chain', 'chain-standard'])(
  'the %s that create-portico writes adds at most 1.1 kB before the click',
  async template => {
    const { beforeClick, files } = await weigh('./src/index.ts', {
      folder: join(templates, template),
      conditions: ['@portico/source'],
      modal: '@portico/sdk',
    })
    expect(beforeClick).toBeGreaterThan(300)
    expect(beforeClick).toBeLessThanOrEqual(1_100)
    expect(files.map(({ file }) => file.replace(/^.*\/|-.*$/g, ''))).toEqual(
      expect.arrayContaining(['chain', 'sending']),
    )
  },
)
