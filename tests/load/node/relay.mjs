// A bare relay on ws and express, to compare with: what one side of a room
// sends goes to the other as it is.
import { createServer } from "node:http";
import express from "express";
import { WebSocketServer } from "ws";

const server = createServer(express());
const sockets = new WebSocketServer({ server });
const waiting = new Map();

sockets.on("connection", (socket, request) => {
  const room = request.url;
  const other = waiting.get(room);
  if (other === undefined) {
    waiting.set(room, socket);
  } else {
    waiting.delete(room);
    socket.on("message", (data) => other.send(data.toString()));
    other.on("message", (data) => socket.send(data.toString()));
  }
});

server.listen(0, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
