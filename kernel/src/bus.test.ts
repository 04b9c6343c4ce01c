import { describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import { defineEvent, definePlugin, type PluginContext } from './index.js'

const sent = defineEvent<{ hash: string }>('sent')
const gone = defineEvent('gone')

function open() {
  let emitter: PluginContext | undefined
  const result = boot([
    definePlugin({
      id: 'emitter',
      setup(context) {
        emitter = context
      },
    }),
  ])
  return { ...result, context: emitter as PluginContext }
}

describe('events', () => {
  it('Events reach every handler of their ref in order, with their payload, and no handler of another ref', () => {
    const { kernel, context } = open()
    const received: unknown[] = []
    kernel.on(sent, payload => received.push(['first', payload]))
    kernel.on(sent, payload => received.push(['second', payload]))
    kernel.on(gone, payload => received.push(['gone', payload]))
    context.emit(sent, { hash: '0x1' })
    context.emit(gone)
    expect(received).toEqual([
      ['first', { hash: '0x1' }],
      ['second', { hash: '0x1' }],
      ['gone', undefined],
    ])
  })

  it('One handler of several events is called for each of them, and for none after it was disposed', () => {
    const { context } = open()
    const handler = vi.fn()
    const dispose = context.on([sent, gone], handler)
    context.emit(sent, { hash: '0x1' })
    context.emit(gone)
    expect(handler.mock.calls).toEqual([[{ hash: '0x1' }], [undefined]])
    dispose()
    context.emit(sent, { hash: '0x2' })
    context.emit(gone)
    expect(handler).toHaveBeenCalledTimes(2)
  })

  it("Events reach '*', with their id", () => {
    const { kernel, context } = open()
    const received = vi.fn()
    kernel.on('*', received)
    context.emit(sent, { hash: '0x1' })
    expect(received.mock.calls).toEqual([['sent', { hash: '0x1' }]])
  })

  it('Events no longer reach a handler that was disposed, even twice', () => {
    const { kernel, context } = open()
    const [kept, dropped] = [vi.fn(), vi.fn()]
    kernel.on(gone, kept)
    const dispose = kernel.on(gone, dropped)
    dispose()
    dispose()
    context.emit(gone)
    expect(kept).toHaveBeenCalledTimes(1)
    expect(dropped).not.toHaveBeenCalled()
  })

  it('[R24] Events reach the other handlers when one throws or rejects, which is reported under its plugin', async () => {
    const { kernel, context, reports } = open()
    const after = vi.fn()
    kernel.install(
      definePlugin({
        id: 'broken',
        setup(context) {
          context.on(gone, () => {
            throw new RangeError('now')
          })
          context.on(gone, async () => {
            throw new RangeError('later')
          })
        },
      }),
    )
    kernel.on(gone, () => {
      throw new RangeError('host')
    })
    kernel.on(gone, after)
    context.emit(gone)
    await settle()
    expect(after).toHaveBeenCalledTimes(1)
    expect(codes(reports)).toEqual(['now broken', 'host host', 'later broken'])
  })

  it('[S32] Events cannot be changed by one handler for the next', () => {
    const { kernel, context } = open()
    const received = vi.fn()
    kernel.on(sent, payload => Object.assign(payload, { hash: 'evil' }))
    kernel.on(sent, received)
    context.emit(sent, { hash: '0x1' })
    expect(received).toHaveBeenCalledWith({ hash: '0x1' })
  })

  it('The last 50 events are remembered for inspect()', () => {
    const { kernel, context } = open()
    for (let i = 0; i < 60; i++) context.emit(gone)
    context.emit(sent, { hash: '0x1' })
    const { events } = kernel.inspect()
    expect(events).toHaveLength(50)
    expect(events.at(-1)).toMatchObject({ id: 'sent' })
  })

  it('A host has no way to emit an event', () => {
    expect(Object.keys(open().kernel)).not.toContain('emit')
  })
})
