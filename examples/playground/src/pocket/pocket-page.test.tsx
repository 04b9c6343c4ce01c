// @vitest-environment happy-dom
import type { Pocket } from '@portico/pocket'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { NoPocket, PocketPage } from './pocket-page.js'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
const failing = async () => {
  throw new TypeError('The relay is away.')
}
/** A wallet with one session, whose relay is away. */
const pocket = {
  name: 'Pocket',
  pending: [],
  sessions: [{ topic: 'a1', peer: { name: 'Shop', url: 'https://shop.example' }, namespaces: {} }],
  troubles: [],
  policy: {},
  offered: ['tally:main', 'tally:test'],
  addresses: () => ['t_ada', 't_ben'],
  shown: () => [0],
  active: () => 'tally:main',
  subscribe: () => () => undefined,
  disconnect: failing,
  show: failing,
  switchChain: failing,
} as unknown as Pocket

async function draw(page: React.ReactNode) {
  const place = document.createElement('div')
  await act(async () => createRoot(place).render(page))
  return { place, alert: () => place.querySelector('[role=alert]')?.textContent }
}

it('the page of Pocket shows the error of a disconnect that failed', async () => {
  const { place, alert } = await draw(<PocketPage pocket={pocket} uri="" />)
  expect(alert()).toBeUndefined()
  await act(async () =>
    [...place.querySelectorAll('button')].find(one => one.textContent === 'Disconnect')?.click(),
  )
  expect(alert()).toBe('The relay is away.')
})

it.each(['account', 'network'])(
  'the page of Pocket shows the error when choosing another %s fails',
  async what => {
    const { place, alert } = await draw(<PocketPage pocket={pocket} uri="" />)
    const label = [...place.querySelectorAll('label')].find(one => one.textContent?.endsWith(what))
    const field = place.querySelector<HTMLSelectElement>(`[id="${label?.htmlFor}"]`)
    await act(async () => {
      if (field) field.selectedIndex = 1
      field?.dispatchEvent(new Event('change', { bubbles: true }))
    })
    expect(alert()).toBe('The relay is away.')
  },
)

it('the page of Pocket shows the error that kept it from starting', async () => {
  expect((await draw(<NoPocket reason={new TypeError('no keys')} />)).alert()).toBe('no keys')
  expect((await draw(<NoPocket />)).alert()).toBeUndefined()
})
