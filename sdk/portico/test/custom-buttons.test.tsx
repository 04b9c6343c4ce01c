// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { tally } from '@portico/kernel/testing'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Portico } from '../src/index.js'
import {
  type CustomButtonState,
  CustomConnectButton,
  CustomNetworkButton,
  PorticoProvider,
} from '../src/react.js'
import { open, setUpPorticos } from './open-portico.js'

setUpPorticos()
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
async function show(portico: Portico, children: ReactNode) {
  const place = document.createElement('main')
  const root = createRoot(place)
  await act(async () =>
    root.render(<PorticoProvider portico={portico}>{children}</PorticoProvider>),
  )
  ends.push(() => act(async () => root.unmount()))
  return place
}
const openTally = () => open({ plugins: [tally({})], prefetch: 'intent' }).portico

it('CustomConnectButton passes label, phase and props to a function, and a click opens the modal', async () => {
  const portico = openTally()
  const opened = vi.spyOn(portico, 'open').mockReturnValue()
  const seen: CustomButtonState[] = []
  const place = await show(
    portico,
    <CustomConnectButton namespace="tally">
      {state => {
        seen.push(state)
        return <button {...state.props}>{state.label}</button>
      }}
    </CustomConnectButton>,
  )
  const button = place.querySelector('button')
  expect(button?.textContent).toBe('Connect wallet')
  expect(button?.getAttribute('aria-haspopup')).toBe('dialog')
  expect(seen[0]).toMatchObject({ phase: 'disconnected', props: { 'aria-expanded': false } })
  await act(async () => button?.click())
  expect(opened).toHaveBeenCalledExactlyOnceWith({ namespace: 'tally' })
})

it('with asChild the element gets the props, its own handler runs first and can prevent ours', async () => {
  const portico = openTally()
  const opened = vi.spyOn(portico, 'open').mockReturnValue()
  let prevents = true
  const place = await show(
    portico,
    <CustomNetworkButton asChild>
      <button
        type="button"
        className="own"
        onClick={event => {
          if (prevents) event.preventDefault()
        }}
      >
        Networks
      </button>
    </CustomNetworkButton>,
  )
  const link = place.querySelector<HTMLButtonElement>('button.own')
  expect(link?.textContent).toBe('Networks')
  await act(async () => link?.click())
  expect(opened).not.toHaveBeenCalled()
  prevents = false
  await act(async () => link?.click())
  expect(opened).toHaveBeenCalledOnce()
})

it('asChild rejects text and several elements with BAD_CHILD', () => {
  const portico = openTally()
  for (const children of ['text', [<b key="1">1</b>, <b key="2">2</b>]])
    expect(() =>
      renderToString(
        <PorticoProvider portico={portico}>
          <CustomConnectButton asChild>{children as never}</CustomConnectButton>
        </PorticoProvider>,
      ),
    ).toThrow(expect.objectContaining({ code: 'BAD_CHILD' }))
})

it('CustomNetworkButton renders nothing without a chain plugin', () => {
  const { portico } = open({ plugins: [definePlugin({ id: 'test/empty', setup() {} })] })
  expect(
    renderToString(
      <PorticoProvider portico={portico}>
        <CustomNetworkButton>{({ label }) => label}</CustomNetworkButton>
      </PorticoProvider>,
    ),
  ).toBe('')
})
