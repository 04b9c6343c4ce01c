/** What a copy button says. */
export const copyEn = {
  'ui.copied': 'Copied',
  'ui.notCopied': 'Your browser did not allow copying. Select the text instead.',
} as const
