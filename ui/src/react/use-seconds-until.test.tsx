// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { kernelWith, render } from '../../test/render.js'
import { useSecondsUntil } from '../index.js'

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

const Left = ({ until }: { readonly until: number | undefined }) => <p>{useSecondsUntil(until)}</p>

it('useSecondsUntil counts the seconds to a deadline down to 0 and then stops its timer', async () => {
  const page = await render(kernelWith().kernel, <Left until={Date.now() + 3_000} />)
  expect(page.textContent).toBe('3')
  await act(async () => void vi.advanceTimersByTime(1_000))
  expect(page.textContent).toBe('2')
  await act(async () => void vi.advanceTimersByTime(9_000))
  expect(page.textContent).toBe('0')
  expect(vi.getTimerCount()).toBe(0)
})

it('[R18] useSecondsUntil counts on unchanged when the system clock is set forward or back by a day', async () => {
  for (const jump of [-86_400_000, 86_400_000]) {
    const page = await render(kernelWith().kernel, <Left until={Date.now() + 30_000} />)
    vi.setSystemTime(Date.now() + jump)
    await act(async () => void vi.advanceTimersByTime(10_000))
    expect(page.textContent).toBe('20')
  }
})

it('useSecondsUntil returns 0 without a deadline', async () => {
  const page = await render(kernelWith().kernel, <Left until={undefined} />)
  expect(page.textContent).toBe('0')
})
