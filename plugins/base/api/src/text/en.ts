/** The sentences of contracts/http-errors; a test holds them equal. */
export const en = {
  'http.error.status': 'The service answered with an error ({status}).',
  'http.error.unreachable': 'The service cannot be reached right now.',
  'http.error.timeout': 'The service did not answer in time.',
  'http.error.large': 'The service sent far more than was expected. Nothing was changed.',
  'http.error.address': 'The address of this service is not safe.',
  'http.error.answer': 'The service gave an answer that makes no sense. Nothing was changed.',
} as const
