import { describe, expect, it } from 'vitest'
import { readSaved } from './saved-connections.js'

const read = (recent: unknown) => readSaved({ recent }).recent

describe('the recent wallets in storage', () => {
  it('[S9.23] a stored recent wallet keeps listed: true, and any other value of listed is dropped', () => {
    const fox = { id: 'fox', rdns: 'io.fox', name: 'Fox' }
    expect(read([{ ...fox, listed: true }])).toEqual([{ ...fox, listed: true }])
    for (const listed of [false, 'true', 1, {}, null, undefined])
      expect(read([{ ...fox, listed }])).toEqual([fox])
  })
  it('[S9.23] storage yields at most two recent wallets, each once, and keeps their order', () => {
    const wallets = ['fox', 'fox', 'owl', 'cat'].map(id => ({ id, name: id }))
    expect(read(wallets)).toEqual([
      { id: 'fox', name: 'fox' },
      { id: 'owl', name: 'owl' },
    ])
  })
  it('[S13] the reader looks at no more than 256 recent wallets, however many storage has', () => {
    const fox = { id: 'fox', name: 'Fox' }
    expect(read([...Array(255).fill(null), fox])).toEqual([fox])
    expect(read([...Array(256).fill(null), fox])).toEqual([])
  })
})
