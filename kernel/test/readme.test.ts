import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the README', () => {
  it('the example of the README compiles, and does what the README says', async () => {
    const [, example] = /```ts\n(.*?)```/s.exec(read('../README.md')) ?? []
    expect(example).toBe(read('./readme-example.ts'))
    const { kernel, lines } = await import('./readme-example.js')
    expect(lines).toEqual(['Hello'])
    kernel.dispose()
  })
})
