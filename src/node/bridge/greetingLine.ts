import type { Socket } from 'node:net';
import { longestGreeting } from './protocol';

const newline = 0x0a;

/**
 * Reads one line of the greeting and stops reading there; what came after it stays in the socket.
 * @throws {Error} when the line is too long or the connection ends before it does
 */
export function greetingLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0);
    const stop = () => {
      socket.pause();
      socket.off('data', take).off('end', fail).off('error', fail).off('close', fail);
    };
    const fail = () => {
      stop();
      reject(new Error('The connection ended before it was accepted.'));
    };
    const take = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf(newline);
      if (end > longestGreeting || (end < 0 && read.length > longestGreeting)) return fail();
      if (end < 0) return;
      stop();
      const rest = read.subarray(end + 1);
      if (rest.length > 0) socket.unshift(rest);
      resolve(read.toString('utf8', 0, end));
    };
    socket.on('end', fail).on('error', fail).on('close', fail).on('data', take);
    socket.resume();
  });
}

/** Says one line of the greeting. */
export function sayGreeting(socket: Socket, message: object): void {
  socket.write(`${JSON.stringify(message)}\n`);
}
