// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { kernelWith, render } from '../../test/render.js'
import { useSecondsUntil } from '../index.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const Left = ({ until }: { readonly until: number | undefined }) => <p>{useSecondsUntil(until)}</p>

it('seconds are counted until a deadline as states have it, down to 0 and no further', async () => {
  const page = await render(kernelWith().kernel, <Left until={Date.now() + 3_000} />)
  expect(page.textContent).toBe('3')
  await act(async () => void vi.advanceTimersByTime(1_000))
  expect(page.textContent).toBe('2')
  await act(async () => void vi.advanceTimersByTime(9_000))
  expect(page.textContent).toBe('0')
  expect(vi.getTimerCount()).toBe(0)
})

it('[R18] a system clock that is set meanwhile, by a day and either way, makes no wait longer or shorter', async () => {
  for (const jump of [-86_400_000, 86_400_000]) {
    const page = await render(kernelWith().kernel, <Left until={Date.now() + 30_000} />)
    vi.setSystemTime(Date.now() + jump)
    await act(async () => void vi.advanceTimersByTime(10_000))
    expect(page.textContent).toBe('20')
  }
})

it('where there is no deadline nothing is counted', async () => {
  const page = await render(kernelWith().kernel, <Left until={undefined} />)
  expect(page.textContent).toBe('0')
})
