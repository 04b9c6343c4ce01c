import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diagnose, root } from '../../test/compile.js'
import { guideApp } from '../../test/guide-app.js'
import { migrateFile } from './migrate-file.js'
import { runCodemod } from './run-codemod.js'

describe("the codemod on an app as wagmi's guides show one", () => {
  let folder = ''
  let printed = ''
  const files = new Map<string, string>()
  beforeAll(() => {
    // Below the packages of this repository, where the codemod finds the compiler.
    folder = mkdtempSync(join(root, 'node_modules/.codemod-'))
    mkdirSync(join(folder, 'src'))
    for (const [name, text] of Object.entries(guideApp))
      writeFileSync(join(folder, 'src', name), text)
    printed = runCodemod(['src'], folder, { isDry: false })
    for (const name of Object.keys(guideApp))
      files.set(name, readFileSync(join(folder, 'src', name), 'utf8'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('writes the plugins that the connectors and the hooks need, and installs exactly these', () => {
    expect(files.get('codemod-guide-config.ts')).toContain(`  plugins: [
    eip155({ networks: [{ ...mainnet, rpcUrls: import.meta.env.VITE_RPC_1 ? [import.meta.env.VITE_RPC_1] : mainnet.rpcUrls }, `)
    expect(files.get('codemod-guide-config.ts')).toContain(`    directory(),
    safe(),
    transactions(),
  ],`)
    expect(printed).toContain(
      'npm install @portico/plugin-directory @portico/plugin-eip155 @portico/plugin-safe @portico/plugin-transactions @portico/sdk\n',
    )
  })

  it('says that wagmi stays while a hook is left, and what replaces that hook', () => {
    expect(printed).toContain('Do not uninstall wagmi yet.')
    expect(printed).toContain('src/codemod-guide-send-transaction.tsx.')
    expect(printed).toContain('sendTransaction({ draft: eip155Transaction.draft(')
  })

  it('counts lines as git diff --numstat does', () => {
    let [added, removed] = [0, 0]
    for (const [name, before] of Object.entries(guideApp)) {
      writeFileSync(join(folder, name), before)
      const { stdout } = spawnSync(
        'git',
        ['diff', '--no-index', '--numstat', name, join('src', name)],
        { cwd: folder, encoding: 'utf8' },
      )
      const [plus = 0, minus = 0] = stdout.split('\t').map(Number)
      added += plus
      removed += minus
    }
    expect(printed).toMatch(new RegExp(`^10 files, ${added} lines added, ${removed} removed, `))
  })

  it('every error of the compiler is in a file with a note', { tags: ['thorough'] }, () => {
    const errors = diagnose(files)
    expect(errors.map(error => error.split(':', 2).join(':'))).toEqual([
      'codemod-guide-account.tsx:4',
      'codemod-guide-switch-chain.tsx:4',
      'codemod-guide-switch-chain.tsx:8',
    ])
    expect(printed).toContain('src/codemod-guide-account.tsx:4 useAccount() has no `chain`: add')
    expect(printed).toContain(
      'src/codemod-guide-switch-chain.tsx:4 useSwitchChain() has no `chains`',
    )
  })
})

it('the codemod rewrites the result of a hook that is in one variable', () => {
  const { text, notes } = migrateFile(
    ts,
    'page.tsx',
    `import { useAccount, useReadContract, useWriteContract } from 'wagmi'
export function Page(options) {
  const account = useAccount()
  const read = useReadContract(options)
  const write = useWriteContract()
  if (!account.isConnected || read.isPending) return account.chain
  const send = async () => show(await write.writeContractAsync(options))
  return [write.data, () => write.writeContract(options), () => write.writeContract(options, {}), send]
}
`,
  )
  expect(text).toContain(
    "if (!(account.status === 'connected') || (read.status === 'idle' || read.status === 'pending'))",
  )
  expect(text).toContain('show((await write.writeContract(options)).hash)')
  expect(text).toContain(
    '[write.data?.hash, () => void write.writeContract(options).catch(() => undefined), ',
  )
  expect(notes.map(({ line }) => line)).toEqual([6, 8])
})

describe("the codemod on wagmi 3's own style", () => {
  const migrate = (body: string, names: string) =>
    migrateFile(ts, 'page.tsx', `import { ${names} } from 'wagmi'\n${body}`)

  it('mutate and mutateAsync are written under the name of the action', () => {
    const { text, notes } = migrate(
      `export function Page(call) {
  const disconnect = useDisconnect()
  const write = useWriteContract()
  const { mutate, isPending, status } = useSignMessage()
  const { mutateAsync: sign } = useSignMessage()
  const send = async () => show(await write.mutateAsync(call), await sign({ message: 'a' }))
  return [() => disconnect.mutate(), () => write.mutate(call), () => mutate({ message: 'b' }), send, isPending, status]
}
`,
      'useDisconnect, useSignMessage, useWriteContract',
    )
    expect(notes).toEqual([])
    expect(text).toContain('{ signMessage: mutate, status } = useSignMessage()')
    expect(text).toContain('{ signMessage: sign } = useSignMessage()')
    expect(text).toContain(
      "show((await write.writeContract(call)).hash, await sign({ message: 'a' }))",
    )
    expect(text).toContain(
      "[() => void disconnect.disconnect().catch(() => undefined), () => void write.writeContract(call).catch(() => undefined), () => void mutate({ message: 'b' }).catch(() => undefined), send, status === 'pending', status]",
    )
  })

  it('useConnectors and useChains become parts of the hooks that have them, and useConnectionEffect has a note', () => {
    const { text, notes } = migrate(
      `export function Page() {
  const connectors = useConnectors()
  const chains = useChains()
  useConnectionEffect({ onDisconnect: () => undefined })
  return [connectors, chains]
}
`,
      'useChains, useConnectionEffect, useConnectors',
    )
    expect(text).toContain("import { useConnect, useNetwork } from '@portico/sdk/react'\n")
    expect(text).toContain('connectors = useConnect().connectors\n')
    expect(text).toContain("chains = useNetwork('eip155').requestedCaipNetworks\n")
    expect(text).toContain("import { useConnectionEffect } from 'wagmi'\n")
    expect(notes.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('`caipNetworkId`'),
      expect.stringContaining('useEvents(events, handler)'),
    ])
  })

  it('a comparison of the status of an account with connecting has a note', () => {
    const { notes } = migrate(
      `export function Page() {
  const connection = useConnection()
  const { status } = useConnection()
  return [connection.status === 'connecting', status === 'reconnecting', status === 'connected']
}
`,
      'useConnection',
    )
    expect(notes.map(({ line }) => line)).toEqual([5, 5])
  })
})

describe('the codemod on a config of wagmi', () => {
  const migrate = (options: string) =>
    migrateFile(
      ts,
      'config.ts',
      `import { createConfig, fallback, http, webSocket } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'
import { injected, metaMask, safe } from 'wagmi/connectors'
export const config = createConfig({ chains: [mainnet, base], ${options} })
`,
    )

  it('notes each connector that is dropped, and options of those that are moved', () => {
    const { text, notes } = migrate(
      "connectors: [injected(), metaMask(), safe({ debug: true }), injected({ target: 'phantom' })]",
    )
    expect(text).toContain('    safe(),\n')
    expect(notes.map(({ sentence }) => sentence.split(/ (is dropped|are not moved)/)[0])).toEqual([
      'The connector metaMask()',
      'The options of safe()',
      'The connector injected()',
    ])
  })

  it('moves the endpoints of a fallback, and notes a transport without an https endpoint', () => {
    const { text, notes } = migrate(
      "transports: { [mainnet.id]: fallback([http('https://a.example'), http(process.env['B']!)]), [base.id]: webSocket('wss://c.example') }",
    )
    expect(text).toContain(
      "{ ...mainnet, rpcUrls: ['https://a.example', process.env['B'], ...mainnet.rpcUrls].filter(url => typeof url === 'string') }, base]",
    )
    expect(notes.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('This transport is not moved'),
    ])
  })
})

describe('the codemod on imports of an app', () => {
  const migrate = (text: string) => migrateFile(ts, 'app.tsx', text)

  it('chains that are imported from viem keep their import, and become networks by fromChain()', () => {
    const { text } = migrate(`import { createConfig } from 'wagmi'
import { mainnet } from 'viem/chains'
export const config = createConfig({ chains: [mainnet] })
`)
    expect(text).toContain("import { mainnet } from 'viem/chains'\n")
    expect(text).toContain("import { eip155, fromChain } from '@portico/plugin-eip155'\n")
    expect(text).toContain('networks: [fromChain(mainnet)]')
  })

  it('a chain that is imported under another name keeps that name', () => {
    const { text } = migrate(`import { createConfig } from 'wagmi'
import { mainnet as ethereum, acala as art } from 'wagmi/chains'
export const config = createConfig({ chains: [ethereum, art] })
`)
    expect(text).toContain('import { eip155, fromChain, mainnet as ethereum } from')
    expect(text).toContain("import { acala as art } from 'viem/chains'")
    expect(text).toContain('networks: [ethereum, fromChain(art)]')
  })

  it('a hook that is imported under another name keeps that name', () => {
    const { text } = migrate(`import { useBalance as useFunds } from 'wagmi'
export const Funds = () => useFunds().status
`)
    expect(text).toContain('useBalance as useFunds')
  })

  it('an import whose name is still used stays, and what uses it has a note', () => {
    const { text, notes } = migrate(`import { useConnect, useSwitchChain } from 'wagmi'
import { base } from 'wagmi/chains'
import { injected } from 'wagmi/connectors'
export function Page() {
  const { connect } = useConnect()
  const { switchChain } = useSwitchChain()
  return [() => connect({ connector: injected() }), () => switchChain({ chainId: base.id })]
}
`)
    expect(text).toContain("import { base } from 'viem/chains'\n")
    expect(text).toContain("import { injected } from 'wagmi/connectors'\n")
    expect(notes.map(({ line }) => line)).toContain(7)
  })

  it('createConfig of another library stays as it is', () => {
    const { text } = migrate(`import { createConfig } from '@lifi/sdk'
import { useChainId } from 'wagmi'
export const config = createConfig({ integrator: 'app' })
export const Page = () => useChainId()
`)
    expect(text).toContain("createConfig({ integrator: 'app' })")
  })

  it('options in shorthand are moved or noted, and so is each transport that no chain takes', () => {
    const { text, notes } = migrate(`import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { http } from 'wagmi'
import { mainnet } from 'wagmi/chains'
export const one = getDefaultConfig({ appName, projectId, chains: [mainnet], transports: { 1: http(url) } })
export const two = getDefaultConfig({ appName, chains: [mainnet], connectors, transports })
`)
    expect(text).toContain('walletconnect({ projectId: projectId })')
    expect(notes.map(({ sentence }) => sentence.replace(/( is| are) not .*/, ''))).toEqual([
      'This transport',
      'The endpoints of mainnet',
      'The connectors',
    ])
  })
})
