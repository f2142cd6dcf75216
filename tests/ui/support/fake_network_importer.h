// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_design_importer.h"
#include "ui/ports/network_importer.h"

#include <vector>

namespace nestloom::ui {

/// Reads nothing by itself: the test says what was found, and when.
class FakeNetworkImporter : public NetworkImporter {
    Q_OBJECT
public:
    quint64 read(const QString& path, const workload::ImportOptions& options) override
    {
        paths.push_back(path);
        reads.push_back(options);
        return ++last;
    }
    quint64 keep(const workload::Network& network) override
    {
        networks.push_back(network);
        return ++last;
    }

    DesignImporter* designs() override { return &fakeDesigns; }

    void tell(const workload::NetworkImport& import) { Q_EMIT answered({last, import, {}}); }
    void refuse(const QString& problem) { Q_EMIT answered({last, std::nullopt, problem}); }
    void tellKept(const QString& path, const QString& problem = {}) { Q_EMIT kept(last, path, problem); }

    std::vector<QString> paths;
    std::vector<workload::ImportOptions> reads;
    std::vector<workload::Network> networks;
    quint64 last = 0;
    FakeDesignImporter fakeDesigns;
};

} // namespace nestloom::ui
