import { themeSlice } from '@portico/kernel/shell'
import { textSlice } from '@portico/kernel/text'
import { textService, themeService } from '@portico/sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Choice, defaultChoice } from './choice.js'
import { createWorkbench, type Workbench } from './workbench.js'

const made: Workbench[] = []
const open = (change: Partial<Choice> = {}) => {
  const workbench = createWorkbench({ ...defaultChoice(), storage: 'memory', ...change })
  made.push(workbench)
  return workbench
}
afterEach(() => {
  for (const { running } of made.splice(0)) running.portico.dispose()
})

/** Until the language of the choice is the one that the modal keeps. */
const settled = (workbench: Workbench, language = 'en') =>
  vi.waitFor(
    () => expect(workbench.running.storage.entries().join()).toContain(`"language":"${language}"`),
    5_000,
  )

describe('the workbench', () => {
  it('the workbench keeps its kernel when mode, variables, language and place change, and the kernel follows', async () => {
    const workbench = open()
    const { portico } = workbench.running
    await settled(workbench)
    workbench.choose({ variables: { 'portico-accent': '#ff6600', 'portico-radius': '8px' } })
    workbench.choose({ variables: { 'portico-radius': '8px' }, mode: 'light', placement: 'inside' })
    workbench.choose({ language: 'de' })
    expect(workbench.running.portico).toBe(portico)
    expect(portico.kernel.state(themeSlice)).toEqual({
      mode: 'light',
      variables: { 'portico-radius': '8px' },
    })
    await settled(workbench, 'de')
    expect(portico.kernel.state(textSlice).language).toBe('de')
    expect(workbench.running.choice).toMatchObject({
      language: 'de',
      mode: 'light',
      placement: 'inside',
    })
  })

  it('the workbench replaces its kernel when the plugins change, and disposes the old one', () => {
    const workbench = open()
    const { portico } = workbench.running
    workbench.choose({ plugins: {} })
    expect(workbench.running.portico).not.toBe(portico)
    expect(portico.kernel.inspect().order).toEqual([])
    expect(workbench.running.portico.kernel.inspect().order).not.toContain('chain/eip155')
  })

  it('the workbench follows a choice that a person makes in the modal', async () => {
    const workbench = open()
    const { kernel } = workbench.running.portico
    await settled(workbench)
    kernel.use(themeService).setMode('light')
    await vi.waitFor(() => expect(workbench.running.choice.mode).toBe('light'), 5_000)
    await kernel.use(textService).setLanguage('de')
    await vi.waitFor(() => expect(workbench.running.choice.language).toBe('de'), 5_000)
  })

  it('the workbench returns to the language on screen when an unknown language is chosen', async () => {
    const workbench = open({ logLevel: 'silent' })
    workbench.choose({ language: 'xx' })
    expect(workbench.running.choice.language).toBe('xx')
    await vi.waitFor(() => expect(workbench.running.choice.language).toBe('en'), 5_000)
  })

  it('the workbench starts a new kernel with empty storage after forget, and notifies its listeners', async () => {
    const workbench = open()
    const listener = vi.fn()
    workbench.subscribe(listener)
    await settled(workbench)
    const { portico, storage } = workbench.running
    workbench.forget()
    expect(storage.entries()).toEqual([])
    expect(workbench.running.portico).not.toBe(portico)
    expect(listener).toHaveBeenCalled()
  })
})
