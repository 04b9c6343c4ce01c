// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { createTestKernel, type TestKernel, tally } from '@portico/kernel/testing'
import { type DirectoryWallet, type Environment, environmentSlice } from '@portico/kernel/wallet'
import { act, createElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { render, unmount } from '../../../../../ui/test/render.js'
import { directory } from '../index.js'
import { suggest } from './suggested-wallets.js'

let kernel: TestKernel
let place: HTMLElement
afterEach(async () => {
  await unmount()
  kernel?.dispose()
})

const walletsOf = (count: number): DirectoryWallet[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `w${at}`,
    name: `Wallet ${at}`,
    namespaces: ['tally'],
    homepage: `https://w${at}.example/`,
  }))
/** Shows the suggestions, and returns a function that adds a connector to the page. */
async function open(wallets: readonly DirectoryWallet[], kind: Environment['kind'] = 'desktop') {
  let add: (connector: Connector) => void = () => undefined
  const page = definePlugin({
    id: 'test/page',
    owns: [environmentSlice],
    setup(context) {
      context.onStart(() => context.patch(environmentSlice, { kind }))
      add = connector => void context.contribute(connectorsSlot, connector)
    },
  })
  kernel = await createTestKernel({ plugins: [tally(), page, directory()] })
  place = await render(kernel, createElement(suggest(wallets)))
  return (own: Partial<Connector> = {}) =>
    act(async () =>
      add({
        id: 'late',
        name: 'Late',
        type: 'ANNOUNCED',
        namespace: 'tally',
        connect: () => new Promise(() => undefined),
        restore: async () => undefined,
        ...own,
      }),
    )
}
const names = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent)

describe('the suggestions of Connect', () => {
  it.each([
    ['more wallets than places', 9, 5],
    ['fewer wallets than places', 3, 2],
  ])(
    'the last suggestion gives its place to a wallet that appears late, with %s',
    async (_, count, left) => {
      const add = await open(walletsOf(count))
      expect(names()).toHaveLength(left + 1)
      await add()
      expect(names()).toEqual(
        walletsOf(count)
          .slice(0, left)
          .map(({ name }) => name),
      )
    },
  )
  it('every suggestion stays where a login or a wallet on another device is listed late', async () => {
    const add = await open(walletsOf(3))
    await add({ id: 'relay', type: 'EXTERNAL' })
    await add({ id: 'mail', type: 'AUTH' })
    expect(names()).toHaveLength(3)
  })
  it('a phone shows eight wallets as icons', async () => {
    await open(walletsOf(9), 'mobile')
    expect(names()).toHaveLength(8)
    expect(place.querySelectorAll('.p-suggested')).toHaveLength(8)
  })
})
