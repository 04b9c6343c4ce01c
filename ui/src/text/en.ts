/** What the frame says. What the buttons in the page and the primitives say stands beside, so that each comes with what says it. */
export const en = {
  'ui.back': 'Back',
  'ui.close': 'Close',
  'ui.retry': 'Try again',
  'ui.broken': 'This part does not work right now. Nothing was lost.',
  'ui.unloaded': 'This part could not be loaded. Check your connection.',
  'ui.updated': 'This page was updated. Reload to continue.',
  'ui.reload': 'Reload',
  'ui.loading': 'Loading',
} as const
