import { buttonsEn } from './buttons-en.js'

/** What the frame and the primitives say themselves. */
export const en = {
  'ui.back': 'Back',
  'ui.close': 'Close',
  'ui.retry': 'Try again',
  'ui.copied': 'Copied',
  'ui.notCopied': 'Your browser did not allow copying. Select the text instead.',
  'ui.clear': 'Clear',
  'ui.broken': 'This part does not work right now. Nothing was lost.',
  'ui.unloaded': 'This part could not be loaded. Check your connection.',
  'ui.loading': 'Loading',
  ...buttonsEn,
} as const
