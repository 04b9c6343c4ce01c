import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the README', () => {
  it('shows an example that is compiled and does what it says', async () => {
    const [, example] = /```ts\n(.*?)```/s.exec(read('../README.md')) ?? []
    expect(example).toBe(read('./readme-example.ts'))
    const { kernel, lines } = await import('./readme-example.js')
    expect(lines).toEqual(['Hello'])
    kernel.dispose()
  })
})
