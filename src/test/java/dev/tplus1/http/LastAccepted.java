package dev.tplus1.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

import javax.net.ServerSocketFactory;

/** Server sockets of which the newest connection can be reset, whatever it is busy with. */
final class LastAccepted extends ServerSocketFactory {
    private volatile Socket last = new Socket();

    /** Ends the newest connection as a crash of its server does. */
    void reset() {
        try {
            last.setSoLinger(true, 0);
            last.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                last = super.accept();
                return last;
            }
        };
    }

    @Override
    public ServerSocket createServerSocket(int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
        throw new UnsupportedOperationException();
    }
}
