// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_accelerator.h"
#include "engine/mapping/why_not.h"
#include "engine/schedule/cosa/local_search.h"
#include "engine/workload/network.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QDir>
#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule::cosa;

namespace {

struct Walk {
    std::int64_t fitting = 0, refused = 0;
};

/// One prime to another slot, or another order of a level; nothing when that is impossible.
std::optional<cost::NestChange> moveOne(const MappingSpace& space, Candidate& candidate, Rng& rng)
{
    const std::size_t level = rng.below(space.levelCount());
    const auto& choices = space.stationaryChoices(level);
    if (rng.below(5) == 0 && !choices.empty()) {
        candidate.stationary[level] = choices[rng.below(choices.size())];
        return cost::NestChange{level, level, false};
    }
    if (space.factors().empty())
        return std::nullopt;
    const Factor& factor = space.factors()[rng.below(space.factors().size())];
    const std::size_t from = rng.below(space.allSlots().size()), to = rng.below(space.allSlots().size());
    if (candidate.bounds[from][factor.dimension] % factor.prime != 0)
        return std::nullopt;
    candidate.bounds[from][factor.dimension] /= factor.prime;
    candidate.bounds[to][factor.dimension] *= factor.prime;
    const Slot &a = space.allSlots()[from], &b = space.allSlots()[to];
    return cost::NestChange{std::min(a.level, b.level), std::max(a.level, b.level), a.spatial || b.spatial};
}

hardware::Accelerator withoutMulticast(hardware::Accelerator accelerator)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        accelerator.levels[i].multicast = TensorSet::of(kTensorRoles[i % 3]);
    return accelerator;
}

/// Walks through the space by random moves, a third of which become the base of the next ones.
void compareAlongAWalk(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::uint64_t seed,
                       Walk& walk)
{
    const MappingSpace space(accelerator, layer);
    StepScorer scorer(space);
    cost::Evaluator evaluator(accelerator, layer);
    cost::Nest nest;
    Rng rng(seed);
    Candidate base = space.outermost();
    scorer.start(base);
    for (int i = 0; i < 1500; ++i) {
        Candidate next = base;
        const auto change = moveOne(space, next, rng);
        if (!change)
            continue;
        const bool fits = scorer.fits(next, *change);
        QCOMPARE(fits, space.fits(next));
        walk.refused += fits ? 0 : 1;
        if (!fits)
            continue;
        ++walk.fitting;
        const cost::Score score = scorer.score();
        space.toNest(next, nest);
        const cost::Score whole = evaluator.score(nest);
        QVERIFY2(score.cycles == whole.cycles && score.energy == whole.energy, // to the last bit
                 qPrintable(QStringLiteral("%1: %2 != %3")
                                .arg(QString::fromStdString(accelerator.name))
                                .arg(score.energy, 0, 'g', 17)
                                .arg(whole.energy, 0, 'g', 17)));
        QCOMPARE(scorer.computeCycles(), double(nest.computeCycles()));
        if (rng.below(3) == 0) {
            scorer.accept();
            base = next;
        }
    }
}

std::vector<workload::Layer> layers()
{
    auto dilated = tests::convolution("dilated", 3, 14, 24, 36);
    dilated.dilationR = 2;
    dilated.dilationS = 3;
    auto odd = tests::convolution("odd", 5, 13, 9, 22, 3);
    odd.bounds[workload::LoopDimension::S] = 2;
    return {tests::convolution("3x3", 3, 14, 64, 48),
            tests::convolution("strided", 3, 28, 16, 64, 2),
            tests::convolution("first", 7, 112, 3, 64, 2),
            tests::convolution("grouped", 3, 14, 4, 4, 1, 32),
            tests::convolution("matrix", 1, 1, 512, 1000, 1, 1, 8),
            dilated,
            odd};
}

} // namespace

class TestStepScorer : public QObject {
    Q_OBJECT
private slots:
    void agreesWithTheWholeEvaluationOnEveryPreset_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/accelerators"));
        for (const QString& file : folder.entryList({QStringLiteral("*.yaml")}))
            QTest::newRow(qPrintable(file)) << folder.filePath(file);
    }
    void agreesWithTheWholeEvaluationOnEveryPreset()
    {
        QFETCH(QString, file);
        const auto accelerator = io::readAccelerator(file.toStdString());
        QVERIFY(accelerator);
        Walk walk;
        for (const workload::Layer& layer : layers())
            for (const bool limited : {false, true})
                if (!mapping::whyNot(*accelerator, layer))
                    compareAlongAWalk(limited ? withoutMulticast(tests::withBandwidths(*accelerator)) : *accelerator,
                                      layer, 7, walk);
        QVERIFY2(walk.fitting > 50 && walk.refused > 50, "both kinds of answers were compared");
    }

    void aRefusedMoveLeavesTheBaseAsItWas()
    {
        const MappingSpace space(tests::simba(), tests::convolution("3x3", 3, 14, 64, 48));
        StepScorer scorer(space);
        const Candidate base = space.outermost();
        const cost::Score before = scorer.start(base);
        Candidate tooLarge = base;
        std::swap(tooLarge.bounds[space.temporalSlot(0)],
                  tooLarge.bounds[space.temporalSlot(5)]); // everything in one register
        QVERIFY(!scorer.fits(tooLarge, {0, 5, false}));
        QVERIFY(scorer.fits(base, {0, 0, false}));
        const cost::Score after = scorer.score();
        QVERIFY(after.cycles == before.cycles && after.energy == before.energy);
    }
};

QTEST_GUILESS_MAIN(TestStepScorer)
#include "tst_step_scorer.moc"
