/**
 * Settles like the work, or rejects with the signal's reason as soon as that is aborted. An answer that comes after that changes nothing any more and is
 * handed to `late` (R10).
 */
export function inTime<Value>(work: Promise<Value>, signal: AbortSignal, late: (value: Value) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    work.then(value => {
      signal.removeEventListener('abort', leave)
      if (signal.aborted) late(value)
      else resolve(value)
    }, reject)
  })
}
