/** The words of this plugin that are there before its views are. */
export const sendTitle = { id: 'send.title', en: 'Send' } as const
export const selectTitle = { id: 'send.select', en: 'Select token' } as const
export const previewTitle = { id: 'send.preview', en: 'Review' } as const
export const receiptTitle = { id: 'send.receipt', en: 'Transfer' } as const
