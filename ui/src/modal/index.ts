/**
 * The frame and what nearly every view is made of, held together. Views arrive one by one, and a bundler cuts what they share by who shares it: the Connect
 * view alone came in 15 files, half as many bytes again as in one. So the few things that every view takes are handed out here, together with the rest.
 */

import { Note } from '../primitives/note.js'
import { Skeleton } from '../primitives/skeleton.js'
import { SlotOutlet } from '../primitives/slot-outlet.js'
import { Caption } from '../primitives/text.js'
import { useKernel as kernel } from '../react/kernel-provider.js'
import { useSay as say, useText as text } from '../react/use-text.js'
import { mountModal as mount } from './mount-modal.js'
import { prefetchModal as prefetch } from './prefetch-modal.js'

const core = Object.freeze({
  mountModal: mount,
  prefetchModal: prefetch,
  useKernel: kernel,
  useSay: say,
  useText: text,
  together: [Caption, Note, Skeleton, SlotOutlet],
})
export const { mountModal, prefetchModal, useKernel, useSay, useText } = core
export type { MountOptions } from './mount-modal.js'
