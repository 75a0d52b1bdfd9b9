/**
 * Loaded before a process of the attacked system. Who comes to its gateway from 127.6.A.B is seen as 2001:db8:A:B::1: on one machine only
 * the addresses of the loopback range are there.
 */
import { Server } from 'node:net';

const visitor = /^(?:::ffff:)?127\.6\.(\d+)\.(\d+)$/;
const hexadecimal = (text) => Number(text).toString(16);

if (process.argv[1]?.endsWith('gateway.mjs')) {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, socket, ...more) {
    const [, network, house] = (event === 'connection' && visitor.exec(socket.remoteAddress)) || [];
    if (network)
      Object.defineProperty(socket, 'remoteAddress', {
        value: `2001:db8:${hexadecimal(network)}:${hexadecimal(house)}::1`,
      });
    return emit.call(this, event, socket, ...more);
  };
}
