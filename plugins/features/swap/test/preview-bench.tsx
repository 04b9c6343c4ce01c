/** The real views of Swap, in a page. */
import { accountPartsSlot } from '@portico/kernel/account'
import { act } from 'react'
import { expect } from 'vitest'
import { eventually, render } from '../../../../ui/test/render.js'
import SwapPreviewView from '../src/views/swap-preview-view.js'
import { gold, network, quoted, type Start } from './market.js'
import type { World } from './views-rig.js'

export let place: HTMLElement
export async function show<Kernel extends Pick<World, 'kernel'>>(
  world: Kernel,
  view: React.ReactNode,
): Promise<Kernel> {
  place = await render(world.kernel, view)
  return world
}
export const said = () => place.textContent?.replaceAll('\u00a0', ' ') ?? ''
export const sees = (text: string) => eventually(() => said().includes(text))
export const buttonOf = (name: string | RegExp) => {
  const found = [...place.querySelectorAll('button')].find(one => {
    const label = one.getAttribute('aria-label') ?? one.textContent ?? ''
    return typeof name === 'string' ? label === name : name.test(label)
  })
  if (!found) expect.unreachable(`no button ${name} in: ${said()}`)
  return found
}
/** Not only for the moment until it was seen, for which `aria-disabled` stands, too. */
export const isOff = (name: string) => buttonOf(name).classList.contains('p-button-off')
export const press = (name: string | RegExp) => act(async () => buttonOf(name).click())
/** The last click of all does nothing before it was seen for a moment. */
export async function confirm(name: string | RegExp) {
  await eventually(() => buttonOf(name).getAttribute('aria-disabled') !== 'true')
  await press(name)
}
/** What the line of this name says. */
export const fact = (name: string) => {
  const term = [...place.querySelectorAll('dt')].find(one => one.textContent === name)
  return term?.nextElementSibling?.textContent
}
export const pearl = {
  ...gold,
  asset: `${network}/coin:pearl`,
  name: 'Pearl',
  symbol: 'PRL',
  decimals: 18,
} as const
export const preview = async (options: Start, amount?: string) =>
  show(await quoted(options, amount), <SwapPreviewView />)
/** What the account shows: swaps by the outbox, unused allowances by Swap. */
export async function showAccount(world: World) {
  const parts = await Promise.all(
    world.kernel
      .items(accountPartsSlot)
      .map(async ({ id, load }) => ({ id, Part: (await load()).default as React.ComponentType })),
  )
  return show(
    world,
    parts.map(({ id, Part }) => <Part key={id} />),
  )
}
