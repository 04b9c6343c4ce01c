/** The words of this plugin that are there before its view is. */
export const receiveTitle = { id: 'receive.title', en: 'Receive' } as const
