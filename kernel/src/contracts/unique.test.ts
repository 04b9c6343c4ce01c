import { expect, it } from 'vitest'
import { unique } from './unique.js'

it('what several lists name is there once, as the first of them has it, and where that has it', () => {
  const list = ['a own', 'x own', 'b own', 'b listed', 'c listed', 'a listed']
  expect(unique(list, text => text[0] as string)).toEqual(['a own', 'x own', 'b own', 'c listed'])
})
