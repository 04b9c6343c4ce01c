// @vitest-environment happy-dom
import { definePlugin, defineService } from '@portico/kernel'
import { message, textSlice } from '@portico/kernel/text'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { kernelWith, render } from '../../test/render.js'
import { useTranslate } from '../index.js'

const translations =
  /* @__PURE__ */ defineService<(messages: Record<string, string>) => void>('test/translations')
const translated = definePlugin({
  id: 'test/text',
  owns: [textSlice],
  provides: [translations],
  setup: context =>
    void context.provide(translations, next =>
      context.update(textSlice, state => void Object.assign(state, { messages: next })),
    ),
})

describe('useTranslate', () => {
  it('[D39c] [D39d] A message is shown in English first, and in the translation once one is loaded', async () => {
    const { kernel } = kernelWith(translated)
    function Shown() {
      const t = useTranslate()
      return (
        <p>
          {t(message('send.title', 'Send'))}:{' '}
          {t(message('send.sent', 'Sent {amount} to {name}'), {
            amount: '1.5 ETH',
            name: '{amount}',
          })}
        </p>
      )
    }
    const page = await render(kernel, <Shown />)
    expect(page.textContent).toBe('Send: Sent 1.5 ETH to {amount}')
    await act(async () => kernel.use(translations)({ 'send.sent': '{name} bekommt {amount}' }))
    expect(page.textContent).toBe('Send: {amount} bekommt 1.5 ETH')
  })

  it('A translator ignores the properties that every object inherits', async () => {
    const { kernel } = kernelWith()
    const Shown = () => <p>{useTranslate()({ id: 'constructor', en: 'A sentence' })}</p>
    expect((await render(kernel, <Shown />)).textContent).toBe('A sentence')
  })

  it('useTranslate fills in the values of a message and returns the same function until the language changes', async () => {
    const { kernel } = kernelWith(translated)
    const seen = new Set<unknown>()
    function Shown() {
      const t = useTranslate()
      seen.add(t)
      return <p>{t(message('x.y', 'Open {wallet} to approve', { wallet: 'Fox' }))}</p>
    }
    const page = await render(kernel, <Shown />)
    expect(page.textContent).toBe('Open Fox to approve')
    await act(async () => kernel.use(translations)({ other: 'x' }))
    expect(seen.size).toBe(2)
  })
})
