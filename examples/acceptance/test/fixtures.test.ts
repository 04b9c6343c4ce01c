import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn, hostsFolder, ownLines } from '../scripts/fixtures.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

const hosts = readdirSync(hostsFolder)

describe('the hosts that npm run fixtures tries', () => {
  it('a host connects a wallet with at most 20 lines of its own', () => {
    expect(hosts.length).toBeGreaterThan(8)
    const long = hosts
      .map(name => ({ name, lines: ownLines(filesIn(join(hostsFolder, name))) }))
      .filter(({ lines }) => lines < 4 || lines > 20)
    expect(long).toEqual([])
  })
  it('a host is no workspace, has exact versions, and stands on the page of hosts', () => {
    const page = readFileSync(join(root, 'examples/docs/hosts.md'), 'utf8')
    const folders = workspaces().map(({ folder }) => folder)
    for (const name of hosts) {
      const { dependencies, devDependencies } = JSON.parse(
        readFileSync(join(hostsFolder, name, 'package.json'), 'utf8'),
      ) as Record<string, Record<string, string>>
      for (const [each, version] of Object.entries({ ...dependencies, ...devDependencies }))
        expect(version, `${each} of ${name}`).toMatch(/^\d+\.\d+\.\d+$/)
      expect(page).toContain(`](../hosts/${name})`)
      expect(folders).not.toContain(`examples/hosts/${name}`)
    }
  })
  it('own lines are those that name Portico in a file that an app has anyway, and all of another file', () => {
    const wallet = {
      name: 'src/wallet.ts',
      text: "import { a } from '@portico/sdk'\n\n// why\na(1)\n",
    }
    const page = {
      name: 'app/page.tsx',
      text: "import { Button } from '@portico/sdk/react'\nexport default () => (\n  <Button />\n)\n",
    }
    const sign = { name: 'src/sign.ts', text: "import { b } from '@portico/sdk'\nb()\n" }
    expect([ownLines([wallet]), ownLines([page]), ownLines([sign])]).toEqual([2, 2, 0])
  })
})
