import type { SliceRef } from '@portico/kernel'
import { useRead } from './use-read.js'

/** A slice, or what `select` takes of it. */
export function useSlice<State extends object>(slice: SliceRef<State>): State
export function useSlice<State extends object, Value>(slice: SliceRef<State>, select: (state: State) => Value): Value
export function useSlice<State extends object, Value>(slice: SliceRef<State>, select?: (state: State) => Value): State | Value {
  return useRead<State | Value>(read => (select ? select(read.state(slice)) : read.state(slice)))
}
