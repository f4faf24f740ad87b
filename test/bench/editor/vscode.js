// Stands in for the editor when an extension is loaded in plain Node: found by its name through NODE_PATH.

/** Stands for everything: can be called, constructed, extended, iterated and read at any depth. */
function anything() {
  const thing = new Proxy(function () {}, {
    get: (target, key) => {
      if (key === 'prototype') return target.prototype;
      if (key === Symbol.iterator) return () => [][Symbol.iterator]();
      if (key === Symbol.toPrimitive) return () => '';
      if (key === 'then') return undefined;
      return anything();
    },
    apply: () => anything(),
    // A class that extends it makes its own objects.
    construct: (target, args, of) => (of === thing ? anything() : Reflect.construct(target, args, of)),
  });
  return thing;
}

module.exports = anything();
