/**
 * Options of an `LRUCache` of at most `count` entries whose memory is taken as entries come: `max` takes it all when the
 * cache is made, some 150 KiB and a millisecond for ten thousand.
 */
export const bounded = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
